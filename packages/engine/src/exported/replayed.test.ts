import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InterruptAnswer, Json } from '@lathe/contract'
import { toolsUsed } from '@lathe/graph'
import {
  addTests,
  type ExportedFile,
  exportBlockers,
  exportedNodeNames,
  exportProject,
} from '@lathe/graph/export'
import { templates } from '@lathe/graph/templates'
import { replay } from '@lathe/replay'
import { helperFile, testFiles } from '@lathe/replay/write'
import { expect, test } from 'vitest'
import { importFrom, toolDescriptions, writeProject } from '../testing/exported.ts'
import { eventsOf, runRequest, startHarness } from '../testing/run-harness.ts'
import { installed, verdictsIn } from '../testing/tested-projects.ts'

const templateOf = (slug: string) => {
  const template = templates.find((one) => one.slug === slug)
  if (!template) throw new Error(`There is no template ${slug}`)
  return template
}

const send: InterruptAnswer = { kind: 'ask', decision: 'send', values: {} }

/** Records a run of a template and returns its recording and the file of the exported test. */
async function recordProject(slug: string, input: Record<string, Json>) {
  const { document } = templateOf(slug)
  const { run } = await startHarness({ tools: toolDescriptions })
  const request = runRequest(document, input)
  let part = await run(request)
  const events = [...part.events]
  const exchanges = [...part.exchanges]
  while (part.outcome.type === 'interrupted') {
    const answers = Object.fromEntries(part.outcome.interrupts.map(({ id }) => [id, send]))
    part = await run({ ...request, start: { type: 'answers', answers } })
    events.push(...part.events)
    exchanges.push(...part.exchanges)
  }
  const files = testFiles(
    {
      title: slug,
      input,
      output: part.outcome.type === 'success' ? part.outcome.output : null,
      steps: 50,
      exchanges,
      names: exportedNodeNames(document),
      nodes: eventsOf({ events }, 'node-start'),
    },
    {
      name: slug,
      assertions: ['output', 'nodes', 'tools', 'requests'],
      hasTools: toolsUsed(document).length > 0,
      hasCollections: false,
    },
  )
  return { files, recording: JSON.parse(files[1]?.text ?? '') }
}

async function played(folder: string, recording: unknown) {
  const { graph } = await importFrom<{ graph: Parameters<typeof replay>[0] }>(folder, 'agent.ts')
  const tools = await importFrom<Record<string, unknown>>(folder, 'tools.ts').catch(() => ({}))
  return replay(graph, recording, { tools })
}

const exportable = templates.filter(({ document }) => exportBlockers(document, {}).length === 0)

test('tests of every template pass without a network and fail after a change of the prompt', async () => {
  const projects: Record<string, ExportedFile[]> = {}
  for (const { slug, document, example = {} } of exportable) {
    const { files } = await recordProject(slug, example)
    const options = { name: slug, slug, tools: toolDescriptions }
    const exported = exportProject(document, options)
    projects[slug] = addTests(exported, [...files, helperFile])
  }
  projects['changed'] = (projects['prompt'] ?? []).map((file) =>
    file.path.startsWith('nodes/')
      ? { ...file, text: file.text.replace('friendly', 'grumpy') }
      : file,
  )

  const verdicts = await verdictsIn(installed(projects))

  expect(Object.fromEntries(verdicts)).toEqual({
    ...Object.fromEntries(exportable.map(({ slug }) => [slug, 'passed'])),
    changed: 'failed',
  })
})

test('a changed prompt is reported with the recorded one', async () => {
  const { recording } = await recordProject('research', templateOf('research').example ?? {})
  const folder = writeProject(templateOf('research').document, 'research')
  const file = join(folder, 'nodes/plan.ts')
  writeFileSync(file, readFileSync(file, 'utf8').replace('three short', 'four short'))

  await expect(played(folder, recording)).rejects.toThrow(
    /no such call to the model demo-1.*by plan\/model:[^]*three short.*four short/,
  )
})

test('an incomplete recording or one of another format is rejected with a reason', async () => {
  const { recording } = await recordProject('prompt', templateOf('prompt').example ?? {})
  const folder = writeProject(templateOf('prompt').document, 'prompt')

  await expect(played(folder, { ...recording, format: 2 })).rejects.toThrow('reads format 1')
  await expect(played(folder, { ...recording, requests: undefined })).rejects.toThrow('incomplete')
  await expect(played(folder, { ...recording, requests: [] })).rejects.toThrow('no further call')
})
