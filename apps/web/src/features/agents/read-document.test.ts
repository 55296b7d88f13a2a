import { exportProject } from '@lathe/graph/export'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { graph } from '../workbench/testing.ts'
import { readDocument } from './read-document.ts'

const project = exportProject(graph(), { name: 'My agent', slug: 'mine', tools: [] })

const createFile = (name: string, content: BlobPart) => new File([content], name)

const createZip = (entries: [path: string, text: string][]) =>
  zipSync(Object.fromEntries(entries.map(([path, text]) => [path, strToU8(text)])))

const createProjectZip = (change: (text: string, path: string) => string = (text) => text) =>
  createZip(project.map(({ path, text }) => [`mine/${path}`, change(text, path)]))

describe('a zipped project', () => {
  test('reads the graph and its name from a zipped project', async () => {
    const read = await readDocument(createFile('mine.zip', createProjectZip()))

    expect(read).toEqual({
      file: 'mine.zip',
      document: graph(),
      calledAgents: {},
      name: 'My agent',
    })
  })

  test('reports files that were edited by hand', async () => {
    const change = (text: string, path: string) => (path === 'state.ts' ? `${text}\n` : text)

    const read = await readDocument(createFile('mine.zip', createProjectZip(change)))

    expect(read.note).toContain('state.ts changed since the export')
    expect(read.document).toEqual(graph())
  })

  test('ignores installed packages in an imported project', async () => {
    const zip = createZip([
      ['mine/node_modules/other/agent.lathe.json', '{}'],
      ...project.map(({ path, text }): [string, string] => [`mine/${path}`, text]),
    ])

    expect(await readDocument(createFile('mine.zip', zip))).toMatchObject({ document: graph() })
  })
})

test('reads a single graph file unchanged', async () => {
  const read = await readDocument(createFile('graph.json', JSON.stringify(graph())))

  expect(read).toEqual({ file: 'graph.json', document: graph(), calledAgents: {} })
})

test.each([
  [
    'other.zip',
    createZip([['readme.md', 'hello']]),
    'There is no agent.lathe.json among the files',
  ],
  ['torn.zip', 'PK', 'The file cannot be read.'],
  ['text.json', 'hello', 'The file is not valid JSON.'],
  ['graph.json', '{"format":2}', 'format: '],
])('rejects %s with a reason', async (name, content, problem) => {
  const read = await readDocument(createFile(name, content))

  expect(read.document).toBeUndefined()
  expect(read.problem).toContain(problem)
})
