// Switches notifications on this device on and off. The browser asks for permission once the button is pressed,
// never before.

const section = document.querySelector('[data-push]');
const { person, token } = section.dataset;
/** Which subscription shows notifications of this person: a browser may show those of several. */
const KEY = `atrio-push:${person}`;

function isSupported() {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return registration?.pushManager.getSubscription();
}

async function state() {
  // Only iOS knows `standalone`, and shows notifications of apps on the Home Screen alone.
  if (!isSupported()) return navigator.standalone === false ? 'home' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const endpoint = (await subscription())?.endpoint;
  return endpoint && endpoint === localStorage.getItem(KEY) ? 'on' : 'off';
}

async function send(method, subscription) {
  const body = JSON.stringify({ token, subscription });
  const response = await fetch('/api/push/subscriptions', { method, body });
  if (!response.ok) throw new Error(`${method}: ${response.status}`);
}

async function turnOn() {
  if ((await Notification.requestPermission()) !== 'granted') return;
  const { key } = await (await fetch('/api/push/key')).json();
  await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const made = await pushManager.subscribe(options).catch(async () => {
    // Made for the key of an earlier server at this address.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  await send('POST', made);
  localStorage.setItem(KEY, made.endpoint);
}

async function turnOff() {
  const made = await subscription();
  await send('DELETE', made);
  localStorage.removeItem(KEY);
  const isUsed = Object.keys(localStorage).some((key) => key.startsWith('atrio-push:'));
  if (!isUsed) await made.unsubscribe();
}

function show(state) {
  for (const each of section.querySelectorAll('[data-when]')) {
    each.hidden = !each.dataset.when.split(' ').includes(state);
  }
}

section.addEventListener('click', async ({ target }) => {
  const button = target.closest('button[data-turn]');
  if (!button) return;
  button.disabled = true;
  try {
    await (button.dataset.turn === 'on' ? turnOn() : turnOff());
    show(await state());
  } catch {
    show('failed');
  }
  button.disabled = false;
});

const now = await state();
show(now);
// The server forgets devices, as when the address of a portal changes: one that is on says so again.
if (now === 'on') await send('POST', await subscription()).catch(() => {});
