import type { GraphDocument, Problem } from '@lathe/contract'
import type { PlannedCallees } from '../parts/callees.ts'
import { COLLECTIONS_FILE } from '../collections/files.ts'
import { PICTURE_FILE, SOUND_FILE } from '../tools/media-source.ts'
import { MEMORY_FILE } from '../tools/memory-source.ts'
import { REQUEST_FILE } from '../tools/request-source.ts'
import type { Setting } from '../tools/setting.ts'
import { POSTGRES_FILE, SQLITE_FILE } from '../tools/sql-source.ts'
import { DOCUMENT_FILE, nodeFor } from './package-json.ts'

type ReadmeParts = {
  document: GraphDocument
  name: string
  /** What the environment says. */
  settings: readonly Setting[]
  paths: readonly string[]
  /** Tools whose code is not part of the project. */
  unwritten: readonly string[]
  callees: PlannedCallees
}

export function readme(parts: ReadmeParts): string {
  const { document, name, settings, paths, unwritten, callees } = parts
  const has = (path: string) => paths.some((one) => one === path || one.endsWith(`/${path}`))
  const files = [
    ['`agent.ts`', 'the graph: nodes, edges and their policies'],
    ['`state.ts`', 'the channels, with their types and reducers'],
    ...(has('tools.ts') ? [['`tools.ts`', 'the tools']] : []),
    ...(has('models.ts') ? [['`models.ts`', 'the models']] : []),
    ['`nodes/`', 'a function for each node'],
    ...(has('code.js')
      ? [['`code.js`', 'expressions and code as they were written in Lathe']]
      : []),
    ...[...callees.values()].map(({ folder, name: called, version }) => [
      `\`${folder}/\``,
      `the agent ${oneLine(called)}, version ${version}, which it calls`,
    ]),
    ...(has(COLLECTIONS_FILE)
      ? [['`collections.ts`', 'the collections it searches, with their passages in `collections/`']]
      : []),
    ['`run.ts`', 'runs the graph from a terminal'],
    [`\`${DOCUMENT_FILE}\``, 'the graph as Lathe draws it; importing it gives back the same graph'],
  ]
  return `# ${oneLine(name)}

A LangGraph agent, drawn in Lathe.

## Run

\`\`\`sh
npm install
${settings.length > 0 ? 'cp .env.example .env   # see Settings\n' : ''}npm start -- '${inputExample(document)}'
\`\`\`

Node ${nodeFor(paths)} or newer runs the TypeScript as it is. \`npm run typecheck\` checks it, and \`langgraph.json\` tells
LangGraph's own servers where the graph is.

## Files

${files.map(([file, what]) => `- ${file}: ${what}`).join('\n')}
${settingsSection(settings)}${unwrittenSection(unwritten)}
## What differs from a run in Lathe

- ${has('models.ts') ? 'Models are called through LangChain with its own retries; base' : 'Base'} URLs and keys come from the environment.
- Expressions and code run in this process, with its clock and its random numbers, and not in a sandbox.
- A failing call's \`error.message\` is the provider's own, and its code is told from the HTTP status alone.
${differences.flatMap(([path, text]) => (has(path) ? [`- ${text}\n`] : [])).join('')}${
    callees.size > 0
      ? '- A call of another agent that is tried again starts that agent from its top.\n'
      : ''
  }- Approvals are asked and answered as \`humanInTheLoopMiddleware\` does: one refused call sends all of a turn back
  to the model.
`
}

/** Of the parts that not every project has. */
const differences = [
  [
    COLLECTIONS_FILE,
    'A collection is as it was when this was exported, and its passages are ranked by words within it alone, by BM25.',
  ],
  [REQUEST_FILE, 'A request of a tool is sent once, to whatever address the environment says.'],
  [SOUND_FILE, 'Audio is fetched from whatever address a tool is told.'],
  [PICTURE_FILE, 'A model is told of a picture that it drew, and is not shown it.'],
  [SQLITE_FILE, 'A database file is opened wherever the environment says it is.'],
  [POSTGRES_FILE, 'A database is asked at whatever address the environment says.'],
  [
    MEMORY_FILE,
    'What is remembered is kept in memory and gone when the process ends: compile the graph in `agent.ts` with another store to keep it. Each user has a memory of their own: pass `configurable: { user_id }` with the run.',
  ],
] as const

function settingsSection(settings: readonly Setting[]): string {
  if (settings.length === 0) return ''
  const lines = settings.map(
    ({ about, variables }) => `- ${variables.map(([name]) => `\`${name}\``).join(', ')}: ${about}`,
  )
  return `\n## Settings\n\nIn the environment, or in \`.env\`:\n\n${lines.join('\n')}\n`
}

function unwrittenSection(names: readonly string[]): string {
  if (names.length === 0) return ''
  const listed = names.map((name) => `\`${name}\``).join(', ')
  return `\n## To be written\n\nThe code of ${listed} is not part of the project: write it in \`tools.ts\`.\n`
}

/** A draft with errors has no code yet: the project is its document, and says what is missing. */
export function draftReadme(name: string, problems: readonly Pick<Problem, 'message'>[]): string {
  return `# ${oneLine(name)}

A LangGraph agent, drawn in Lathe. It has no code yet, because the graph has errors:

${problems.map(({ message }) => `- ${message.replace(/\s+/g, ' ')}`).join('\n')}

\`${DOCUMENT_FILE}\` is the graph itself: import it in Lathe to go on with it.
`
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim() || 'Agent'

function inputExample({ input }: GraphDocument): string {
  return JSON.stringify(Object.fromEntries(input.map((name) => [name, '…'])))
}
