import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { GraphDocument, JsonObject } from '@lathe/contract'
import { articles } from '@lathe-ai/runtime/tools'
import { NO_CALLED_AGENTS } from '@lathe/graph'
import { exportProject, loadCollections } from '@lathe/graph/export'
import { templates } from '@lathe/graph/templates'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import {
  addText,
  indexed,
  type KnowledgeApp,
  DEMO_EMBEDDING,
  startKnowledgeApp,
} from '../testing/knowledge.ts'

const template = templates.find(({ slug }) => slug === 'cited-answers')?.document as GraphDocument
const document = {
  ...template,
  output: ['documents', 'answer'],
  nodes: { ...template.nodes, find: { ...template.nodes['find'], collection: 'manual', k: 12 } },
} as GraphDocument

const QUESTIONS = ['How long may goods be returned?', 'What is a reducer, and what is it for?']

type State = { documents: JsonObject[]; answer: string }

/** Postgres ranks words differently from the exported project. */
const comparable = ({ documents, answer }: State, engine: string) =>
  engine === 'sqlite'
    ? { documents, answer }
    : documents
        .map(({ id, text, source, similarity }) => ({ id, text, source, similarity }))
        .toSorted((a, b) => Number(b.similarity) - Number(a.similarity))

/** Writes the project to a folder that uses the workspace's packages. */
function written(files: readonly { path: string; text: string }[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'lathe-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const packages = join(import.meta.dirname, '../../../../packages/engine/node_modules')
  symlinkSync(packages, join(folder, 'node_modules'))
  return folder
}

describeDatabases('an exported search', (db, engine) => {
  let app: KnowledgeApp | undefined
  afterEach(async () => {
    vi.unstubAllEnvs()
    await app?.close()
  })

  test('returns the same documents and answer as Lathe', async () => {
    app = await startKnowledgeApp(db())
    const { client } = app
    const { id } = await client.knowledge.createCollection({
      name: 'manual',
      embedding: DEMO_EMBEDDING,
    })
    for (const { title, text } of articles.slice(-12)) await addText(app, id, title, text)
    await indexed(app, id)
    const { slug } = await client.agents.create({ name: 'Cited', document })
    const [demo] = await client.models.connections()
    vi.stubEnv('DEMO_BASE_URL', demo?.baseUrl ?? '')

    const collections = await loadCollections(document, NO_CALLED_AGENTS, client.knowledge)
    const files = exportProject(document, { name: 'Cited', slug, tools: [], collections })
    const folder = written(files)
    const { graph }: { graph: { invoke: (input: object) => Promise<State> } } = await import(
      /* @vite-ignore */ join(folder, 'agent.ts')
    )

    for (const question of QUESTIONS) {
      const input = { messages: [{ role: 'user', content: question }] }
      const { output } = await client.runs.wait({ agent: slug, version: 'draft', input })
      const exported = await graph.invoke(input)
      expect(comparable(exported, engine)).toEqual(comparable(output as State, engine))
    }
  })
})
