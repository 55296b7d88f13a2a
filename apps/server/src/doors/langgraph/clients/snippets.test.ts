import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connectSnippets } from '@lathe/graph'
import { createElement, type FunctionComponent } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { settingDocument } from '../../../testing/documents.ts'
import { chatting, useLanggraphServer } from '../../../testing/langgraph-harness.ts'
import { openReactWindow } from '../../../testing/react-window.ts'

const run = promisify(execFile)

describeDatabases('what the connect page shows', (db) => {
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

  const snippetOf = async (agent: 'chat' | 'set', id: string) => {
    const { apiUrl } = await start()
    const url = apiUrl.replace('/langgraph', '')
    const document = agent === 'chat' ? chatting() : settingDocument()
    const snippet = connectSnippets({ url, agent, document }).find((one) => one.id === id)
    if (!snippet) throw new Error(`there is no snippet ${id}`)
    return snippet.text
  }
  /** Where the packages it imports are found. */
  const save = async (name: string, text: string) => {
    folder = await mkdtemp(join(import.meta.dirname, '.snippet-'))
    const file = join(folder, name)
    await writeFile(file, text)
    return file
  }

  test.each([
    ['set', 'done: Hello!'],
    ['chat', 'The moon does.'],
  ] as const)('calls %s by curl as it is printed', async (agent, said) => {
    const { stdout } = await run('bash', ['-c', await snippetOf(agent, 'curl')])

    expect(stdout).toContain(said)
  })

  test.each([
    ['set', 'js', 'done: Hello!'],
    ['chat', 'js', 'The moon does.'],
    ['set', 'remote-graph', 'done: Hello!'],
    ['chat', 'remote-graph', 'The moon does.'],
  ] as const)('calls %s by %s as it is printed', async (agent, id, said) => {
    const file = await save('program.mjs', await snippetOf(agent, id))

    const { stdout } = await run(process.execPath, [file])

    expect(stdout).toContain(said)
  })

  test.each([
    ['set', 'done: Hello!'],
    ['chat', 'The moon does.'],
  ] as const)('shows %s in React as it is printed', async (agent, said) => {
    const file = await save('agent.tsx', await snippetOf(agent, 'react'))
    const { Agent }: { Agent: FunctionComponent } = await import(file)

    const { getByRole, findByText, unmount } = react.render(createElement(Agent))
    react.fireEvent.click(getByRole('button', { name: 'Send' }))

    expect(await findByText(new RegExp(said))).toBeDefined()
    unmount()
  })
})
