{
  const { module } = document.currentScript.dataset;
  let loading, started, held;
  const load = () =>
    (loading ||= import(`/pkg/${module}.js`)
      .then(async (uploads) => {
        await uploads.default({ module_or_path: fetch(`/pkg/${module}.wasm`) });
        uploads.start();
        started = true;
      })
      .catch(() => (loading = 0)));

  addEventListener("change", (event) => event.target.files?.length && load());

  // A form that is sent while the module loads waits for it: else the files would go with the form, and the module begin
  // to upload them as well.
  addEventListener(
    "submit",
    (event) => {
      const { target, submitter } = event;
      if (!loading || started || ![...target.elements].some((field) => field.files?.length)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (held) return;
      held = true;
      loading.then(() => {
        held = false;
        target.requestSubmit(submitter);
      });
    },
    true,
  );

  // The place of a thing that the agency needs takes what is dropped on it; a reply what is dropped on its form; the message of a
  // portal everything else.
  const fieldOf = ({ target }) => {
    const place = target.closest?.(".drop, [data-reply]") ?? document.querySelector("#composer, #pin-form");
    return [...(place?.querySelectorAll("[name=file]") ?? [])].pop();
  };
  for (const name of ["dragover", "drop", "paste"])
    addEventListener(name, (event) => {
      const field = fieldOf(event);
      const files = (event.clipboardData ?? event.dataTransfer)?.files;
      if (!field || field.disabled) return;
      // Only what takes a dragged thing gets its drop.
      if (name === "dragover") return event.preventDefault();
      if (name === "paste") {
        // Office programs add a picture of the text; and the text of another form takes no files.
        const { types } = event.clipboardData;
        const { form } = event.target;
        if ((types.includes("text/plain") && types.includes("text/html")) || (form && form !== field.form)) return;
      }
      if (!files?.length) return;
      event.preventDefault();
      field.files = files;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    });

  try {
    // The page that answers a form forgets its uploads and its draft. Another one, to which somebody came by signing in or after
    // an error, has the page in between as its referrer.
    const sent = sessionStorage["atrio:upload-sent"];
    sessionStorage.removeItem("atrio:upload-sent");
    const [from] = document.referrer.slice(location.origin.length).split(/[?#]/);
    const { type } = performance.getEntriesByType("navigation")[0];
    if (sent?.startsWith(`atrio:upload:${from}#`) && type === "navigate")
      for (const key of sent.split("\n")) sessionStorage.removeItem(key);
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(`atrio:upload:${location.pathname}#`)) addEventListener("load", load);
  } catch {
    // Without storage nothing is remembered.
  }
}
