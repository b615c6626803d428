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
  const made = await subscription();
  return made && made.endpoint === localStorage.getItem(KEY) ? 'on' : 'off';
}

/** Whether the server has the device from now on. */
async function send(method, subscription, renew) {
  const body = JSON.stringify({ token, subscription, renew });
  const response = await fetch('/api/push/subscriptions', { method, body });
  if (!response.ok) throw new Error(`${method}: ${response.status}`);
  return (await response.json()).subscribed;
}

/**
 * The server forgets devices: those of a client when the address of the portal changes, and one that is on says so again;
 * those of the agency when their session ends, and they stay off until the button is pressed.
 */
async function renewed() {
  const isOn = await send('POST', await subscription(), !token).catch(() => true);
  if (!isOn) localStorage.removeItem(KEY);
  return isOn ? 'on' : 'off';
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
show(now === 'on' ? await renewed() : now);
