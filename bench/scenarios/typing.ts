import type { GraphDocument } from '@lathe/contract'
import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { launchPaced, openPage } from '../lib/browser.ts'
import { bundle } from '../lib/bundle.ts'
import { grid } from '../lib/graphs.ts'
import { startLathe } from '../lib/lathe.ts'
import { ms, type Row, times } from '../lib/report.ts'
import { type Typing, typing } from '../lib/typing.ts'

const web = join(dirname(fileURLToPath(import.meta.url)), '../../apps/web')

const SIZES = [10, 30, 100, 500]
const NODE = 'step0'
const CHARACTERS = 4_000
const SENTENCE =
  'Answer what was asked about {{topic}}, briefly and with the facts that were found. '
const PROMPT = SENTENCE.repeat(Math.ceil(CHARACTERS / SENTENCE.length)).slice(0, CHARACTERS)

/** A prompt of 4,000 characters typed on in the workbench, in graphs of several sizes, beside CodeMirror alone. */
export async function typingPrompts(): Promise<Row[]> {
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: web,
    stdio: 'inherit',
  })
  const lathe = await startLathe()
  const browser = await launchPaced()
  try {
    const plain = await bundle('pages/bare-editor.ts')
    const peer = await openPage(browser)
    const page = await openPage(browser)
    await page.goto(lathe.address)
    const rows: Row[] = []
    for (const nodes of SIZES) {
      const slug = `typed-${nodes}`
      await lathe.createAgent(slug, withPrompt(grid(nodes)))
      await page.goto(`${lathe.url}/agents/${slug}?tab=node&node=${NODE}`)
      await page.waitForLoadState('networkidle')
      const ours = await typing(page, '.cm-content[aria-label="Text of message 1"]')
      rows.push(row(nodes, ours, await typedAlone(peer, plain)))
    }
    return rows
  } finally {
    await browser.close()
    await lathe.stop()
  }
}

function withPrompt(document: GraphDocument): GraphDocument {
  const node = document.nodes[NODE]
  if (node?.kind !== 'model') throw new Error('There is no model to be prompted')
  const prompt = { messages: [{ role: 'system' as const, text: PROMPT }] }
  return { ...document, nodes: { ...document.nodes, [NODE]: { ...node, prompt } } }
}

async function typedAlone(page: Page, script: string): Promise<Typing> {
  await page.goto('about:blank')
  await page.addScriptTag({ path: script })
  await page.evaluate((text) => {
    const { showEditor } = globalThis as unknown as { showEditor: (text: string) => void }
    showEditor(text)
  }, PROMPT)
  return typing(page, '.cm-content')
}

const told = ({ script, p95, whole }: Typing) =>
  `${ms(script)} script, p95 ${ms(p95)}, ${ms(whole)} with layout and paint`

const row = (nodes: number, ours: Typing, theirs: Typing): Row => ({
  what: `a key in a prompt of ${CHARACTERS.toLocaleString('en')} characters, ${nodes} nodes`,
  lathe: told(ours),
  peers: [`CodeMirror alone: ${told(theirs)}`],
  ratio: times(ours.script, theirs.script),
})
