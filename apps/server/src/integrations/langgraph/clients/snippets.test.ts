import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connectSnippets } from '@lathe/graph'
import { createElement, type FunctionComponent } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { describeSqlite } from '../../../testing/databases.ts'
import { settingDocument } from '../../../testing/documents.ts'
import { asking } from '../../../testing/runnable-documents.ts'
import { approving, chatting, useLanggraphServer } from '../../../testing/langgraph-harness.ts'
import { openReactWindow } from '../../../testing/react-window.ts'

const run = promisify(execFile)

describeSqlite('snippets of the connect page', (db) => {
  const start = useLanggraphServer(db)
  let folder: string | undefined
  let react: Awaited<ReturnType<typeof openReactWindow>>
  beforeAll(async () => {
    react = await openReactWindow()
  })
  afterEach(async () => {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    folder = undefined
  })

  const documents = { chat: chatting, set: settingDocument, ask: asking, approve: approving }
  const calculating = [{ name: 'calculator', arguments: { expression: '20 + 1' } }]
  const findSnippet = async (agent: keyof typeof documents, id: string) => {
    const script = agent === 'approve' ? [{ times: 1, reply: { toolCalls: calculating } }] : []
    const { apiUrl } = await start({ script: [...script, { reply: 'The moon does.' }] })
    const url = apiUrl.replace('/langgraph', '')
    const document = documents[agent]()
    const snippets = connectSnippets({ url, agent, document, requireKeys: false })
    const snippet = snippets.find((candidate) => candidate.id === id)
    if (!snippet) throw new Error(`there is no snippet ${id}`)
    return snippet.text
  }
  /** A folder where imported packages resolve and that contains no server source. */
  const save = async (name: string, text: string) => {
    const dist = join(import.meta.dirname, '../../../../dist')
    await mkdir(dist, { recursive: true })
    folder = await mkdtemp(join(dist, 'snippet-'))
    const file = join(folder, name)
    await writeFile(file, text)
    return file
  }

  const calls = [
    ['set', 'done: Hello!'],
    ['chat', 'The moon does.'],
    ['approve', 'The moon does.'],
  ] as const

  test.each(calls)('the printed curl snippet calls %s', async (agent, output) => {
    const { stdout } = await run('bash', ['-c', await findSnippet(agent, 'curl')])

    expect(stdout).toContain(output)
  })

  test.each([
    ...calls.flatMap(([agent, output]) =>
      (['js', 'remote-graph'] as const).map((id) => [agent, id, output] as const),
    ),
    ['ask', 'js', '"answer":"yes"'] as const,
  ])('the printed snippet calls %s with %s', async (agent, id, output) => {
    const file = await save('program.mjs', await findSnippet(agent, id))

    const { stdout } = await run(process.execPath, [file])

    expect(stdout).toContain(output)
  })

  test.each(calls)('the printed React snippet shows %s', async (agent, output) => {
    const file = await save('agent.tsx', await findSnippet(agent, 'react'))
    const { Agent }: { Agent: FunctionComponent } = await import(file)

    const { getByRole, findByRole, findByText, unmount } = react.render(createElement(Agent))
    react.fireEvent.click(getByRole('button', { name: 'Send' }))
    if (agent === 'approve') {
      react.fireEvent.click(await findByRole('button', { name: 'Answer' }))
    }

    expect(await findByText(new RegExp(output))).toBeDefined()
    unmount()
  })
})
