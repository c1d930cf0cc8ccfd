// A page of a website that has the widget: a button for each function of the script API, and a log of what it calls.

const log = document.getElementById('log')

/** @param {string} kind @param {string} name @param {unknown} [detail] */
function note(kind, name, detail) {
  const entry = document.createElement('li')
  const time = document.createElement('time')
  const code = document.createElement('code')
  time.textContent = new Date().toLocaleTimeString()
  code.textContent = detail === undefined ? name : `${name} ${JSON.stringify(detail)}`
  entry.className = kind
  entry.append(time, code)
  log?.prepend(entry)
}

const callbacks = [
  'svc_onLoad',
  'svc_onOpen',
  'svc_onClose',
  'svc_onMessageSent',
  'svc_onMessageReceived',
  'svc_onClientStartChat',
  'svc_onAccept',
  'svc_onIntroduction',
  'svc_onResize',
  'svc_onCallStart',
  'svc_onCallEnd',
  'svc_onChangeState',
  'svc_onWidgetDestroy',
]
for (const name of callbacks) window[name] = (...values) => note('callback', name, ...values)

/** Calls of the widget's functions wait here until its script is loaded. */
window.svc_api ??= new Proxy(
  { queue: [] },
  {
    get(api, name) {
      if (name in api) return api[name]
      return (...values) => {
        api.queue.push([name, values])
        return { result: 'ok' }
      }
    },
  },
)

const exampleRules = {
  rules: [
    {
      id: 'demo-five-seconds',
      conditions: [{ type: 'time_on_page', seconds: 5 }],
      actions: [{ type: 'invite', text: 'Can I help you with this page?' }],
      repeat: 'always',
    },
  ],
}

/** Each function with what it is given here; texts can be changed in the form. */
const functions = [
  ['open'],
  ['open', { start: 'call' }],
  ['close'],
  ['chatMode'],
  ['getVisitorNumber'],
  ['getContactInfo'],
  [
    'setContactInfo',
    {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      phone: '+44 20 7946 0018',
      description: 'Likes numbers',
    },
  ],
  [
    'setCustomData',
    [
      { title: 'Cart', content: '3 articles, 48.00 €' },
      { key: 'Plan', content: 'Business' },
    ],
  ],
  ['setUserToken', 'customer-4711'],
  ['setRules', exampleRules],
  ['showProactiveInvitation', 'Hello! Is there anything you would like to know?'],
  ['startCall', '+44 20 7946 0018'],
  ['isCallbackEnabled'],
  ['sendOfflineMessage', { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Please write to me.' }],
  ['sendMessage', 'Hello, I wrote this with a button.'],
  ['getUnreadMessagesCount'],
  ['getUtm'],
  ['sendPageTitle', 'A better title'],
  ['setWidgetColor', '#0f766e', '#115e59'],
  ['setClientAttributes', { plan: 'business', seats: 12 }],
  ['clearHistory'],
]

const calls = document.getElementById('calls')
for (const [name, ...values] of functions) {
  const form = document.createElement('form')
  const button = document.createElement('button')
  const given = document.createElement('textarea')
  const text = values.map((value) => JSON.stringify(value)).join(', ')
  given.value = text
  given.rows = text.length > 60 ? 3 : 1
  given.spellcheck = false
  given.ariaLabel = `What ${name} is given, as JSON`
  button.textContent = name
  form.append(button)
  if (values.length > 0) form.append(given)
  form.onsubmit = (event) => {
    event.preventDefault()
    call(name, given.value)
  }
  calls?.append(form)
}
for (const name of ['svc_destroy', 'svc_init']) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = name
  button.onclick = () => {
    note('call', name)
    window[name]?.()
  }
  calls?.append(button)
}

/** @param {string} name @param {string} text */
async function call(name, text) {
  let values
  try {
    values = JSON.parse(`[${text}]`)
  } catch {
    return note('problem', name, 'This is not JSON.')
  }
  try {
    note('call', name, await window.svc_api[name](...values))
  } catch (error) {
    note('problem', name, String(error))
  }
}

document.getElementById('clear')?.addEventListener('click', () => log?.replaceChildren())
document.getElementById('navigate')?.addEventListener('click', (event) => {
  event.preventDefault()
  const number = 1 + Number(new URLSearchParams(location.search).get('page') ?? 1)
  const address = new URL(location.href)
  address.searchParams.set('page', String(number))
  history.pushState(null, '', address)
  document.title = `Page ${number} of the demo`
  note('page', document.title)
})
