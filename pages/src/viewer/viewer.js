document.querySelector(".stage__form")?.addEventListener("submit", ({ currentTarget: form }) => {
  const picture = form.querySelector("[type=image]");
  form.elements.w.value = picture.clientWidth;
  form.elements.h.value = picture.clientHeight;
});
addEventListener("keydown", (event) => {
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const isTyping = event.target.closest("textarea, select, video, audio, dialog");
  if (rel && !isTyping && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey)
    document.querySelector(`a[rel=${rel}]`)?.click();
});
