document.querySelector(".stage__form")?.addEventListener("submit", ({ currentTarget: form }) => {
  const picture = form.querySelector("[type=image]");
  form.elements.w.value = picture.clientWidth;
  form.elements.h.value = picture.clientHeight;
});
document.querySelector(".stage__form [type=image]")?.addEventListener("click", (event) => {
  if (event.detail) return;
  // The keyboard has no place: the mark is put in the middle.
  event.preventDefault();
  const { version } = event.target.form.elements;
  location.assign(`?version=${version.value}&at=500-500#at`);
});
addEventListener("keydown", (event) => {
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const isTyping = event.target.closest("textarea, select, video, audio, dialog");
  if (rel && !isTyping && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey)
    document.querySelector(`a[rel=${rel}]`)?.click();
});

// What is typed about a place stays when another place is chosen, until it is sent.
try {
  const box = document.querySelector(".pin-form textarea");
  // The path has the key of who writes.
  const key = `atrio:pin:${location.pathname}`;
  const sent = `${key}:sent`;
  if (box) {
    // Not when somebody comes back from an error or from signing in.
    const isAnswer =
      sessionStorage[sent] &&
      performance.getEntriesByType("navigation")[0].type === "navigate" &&
      document.referrer.split(/[?#]/)[0] === location.origin + location.pathname;
    if (isAnswer && !/[?&]error=/.test(location.search)) sessionStorage.removeItem(key);
    sessionStorage.removeItem(sent);
    box.value ||= sessionStorage[key] ?? "";
    box.addEventListener("input", () => (sessionStorage[key] = box.value));
    box.form.addEventListener("submit", (event) => event.defaultPrevented || (sessionStorage[sent] = "1"));
  }
} catch {
  // Without storage nothing is remembered.
}
