import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { endWithWorker } from './end-with-worker.ts'
import { findProgram, installPackage } from './find-program.ts'

/** Without windows, which take as much time as the pages in them, and without much of what browsers do about notifications. */
const SHELL = 'chromium-headless-shell'
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** A name of this machine that is no secure context for browsers, unlike 127.0.0.1. */
export const INSECURE_HOST = 'switchboard.test'

/**
 * Playwright's own list is replaced by this one, so what matters of it is here too. The first two are the pages that a
 * window of Chromium prepares for its address bar: they take as much time as the page that is tested.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** No sandbox: tests also run as root in a container. The rest keeps the browser from calling anybody. */
const ARGS = [
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`,
]

/** A microphone that beeps, so that something can be recorded, and the permission to, which nobody could give. */
const MICROPHONE = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

const launched = new Map<string, Promise<Browser>>()

/**
 * The Chromium of this test process, which starts when it is first needed and ends with the process: the one that is
 * there (CHROMIUM_PATH, the system's, Playwright's own), else one that gets installed. Each context is a user of its own.
 */
export const sharedChromium = () => launch([SHELL, ...WHOLE])

/** The same where notifications are allowed, refused and shown as people have them. */
export const sharedWholeChromium = () => launch(WHOLE)

function launch(names: string[]): Promise<Browser> {
  const executablePath = findChromium(names)
  const browser =
    launched.get(executablePath) ?? chromium.launch({ executablePath, args: [...ARGS, ...MICROPHONE] })
  launched.set(executablePath, browser)
  endWithWorker()
  return browser
}

function findChromium(names: string[]): string {
  const found = installed(names)
  if (found) return found
  const [name = ''] = names
  installPackage(name, 'The browser tests need Chromium (CHROMIUM_PATH names one).')
  return installed(names) ?? name
}

function installed(names: string[]): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  const fixed = [MAC, chromium.executablePath()].find((path) => existsSync(path))
  return names.map(findProgram).find((path) => path !== undefined) ?? fixed
}
