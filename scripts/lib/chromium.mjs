import { existsSync } from 'node:fs'
import { run } from './toolchain.mjs'

/** The headless shell takes a fifth less time. */
const shell = 'chromium-headless-shell'

const places = [
  process.env.CHROMIUM_PATH,
  `/usr/bin/${shell}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const find = () => places.find((path) => path && existsSync(path))

/** Returns the path of a Chromium. Installs one on Debian as root if it is missing. */
export async function ensureChromium() {
  const found = find()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium…')
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'] }
    await run('apt-get', ['update', '-q'], quiet)
    const install = (name) =>
      run('apt-get', ['install', '-q', '-y', '--no-install-recommends', name], quiet)
    if ((await install(shell)) !== 0) await install('chromium')
  }
  const installed = find()
  if (!installed) throw new Error('The browser tests need Chromium: set CHROMIUM_PATH')
  return installed
}
