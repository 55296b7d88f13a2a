import { existsSync } from 'node:fs'
import { run } from './toolchain.mjs'

const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const find = () => places.find((path) => path && existsSync(path))

/** Path of a Chromium; on Debian as root it is installed when missing. */
export async function ensureChromium() {
  const found = find()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium…')
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'] }
    await run('apt-get', ['update', '-q'], quiet)
    await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', 'chromium'], quiet)
  }
  const installed = find()
  if (!installed) throw new Error('The browser tests need Chromium: set CHROMIUM_PATH')
  return installed
}
