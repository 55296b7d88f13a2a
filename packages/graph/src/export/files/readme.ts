import type { GraphDocument, Problem } from '@lathe/contract'
import type { PlannedAgents } from '../parts/called-agents.ts'
import { COLLECTIONS_FILE } from '../collections/files.ts'
import { CODE_FILE } from '../parts/code.ts'
import type { Setting } from '../tools/setting.ts'
import { POSTGRES, SQLITE } from '../tools/sql-tool.ts'
import type { ExportedFile } from '../options.ts'
import { DOCUMENT_FILE, importsModule, minNodeVersion } from './package-json.ts'
import { RUNTIME_PACKAGE } from './runtime-package.ts'

type ReadmeParts = {
  document: GraphDocument
  name: string
  /** Variables of the environment. */
  settings: readonly Setting[]
  files: readonly ExportedFile[]
  /** Tools whose code is not part of the project. */
  unwritten: readonly string[]
  calledAgents: PlannedAgents
}

export function readme(parts: ReadmeParts): string {
  const { document, name, settings, files, unwritten, calledAgents } = parts
  const has = (name: string) => files.some(({ path }) => path === name || path.endsWith(`/${name}`))
  const rows = [
    ['`agent.ts`', 'the graph: nodes, edges and their policies'],
    ['`state.ts`', 'the channels, with their types and reducers'],
    ...(has('tools.ts') ? [['`tools.ts`', 'the tools']] : []),
    ...(has('models.ts') ? [['`models.ts`', 'the models']] : []),
    ['`nodes/`', 'a function for each node'],
    ...(has(CODE_FILE)
      ? [[`\`${CODE_FILE}\``, 'expressions and code as they were written in Lathe']]
      : []),
    ...[...calledAgents.values()].map(({ folder, name, version }) => [
      `\`${folder}/\``,
      `the agent ${oneLine(name)}, version ${version}, which the graph calls`,
    ]),
    ...(has(COLLECTIONS_FILE)
      ? [
          [
            '`collections.ts`',
            'the collections the graph searches; their passages are in `collections/`',
          ],
        ]
      : []),
    ['`run.ts`', 'runs the graph from a terminal'],
    [`\`${DOCUMENT_FILE}\``, 'the graph document; Lathe imports it as the same graph'],
    [
      `\`${RUNTIME_PACKAGE.path}\``,
      'the package that the code imports its agent loop, approvals and tools from',
    ],
  ]
  return `# ${oneLine(name)}

A LangGraph agent, drawn in Lathe.

## Run

\`\`\`sh
npm install
${settings.length > 0 ? 'cp .env.example .env   # see Settings\n' : ''}npm start -- '${inputExample(document)}'
\`\`\`

Node ${minNodeVersion(files)} or newer runs the TypeScript directly. \`npm run typecheck\` checks it, and \`langgraph.json\` declares
the graph for LangGraph servers.

## Files

${rows.map(([file, purpose]) => `- ${file}: ${purpose}`).join('\n')}
${settingsSection(settings)}${unwrittenSection(unwritten)}
## What differs from a run in Lathe

- ${has('models.ts') ? 'Models are called through LangChain with its own retries; base' : 'Base'} URLs and keys come from the environment.
- Expressions and code run in this process, with its clock and its random numbers, and not in a sandbox.
- A failing call's \`error.message\` is the provider's own, and its code follows from the HTTP status.
${differences(parts)
  .map((text) => `- ${text}\n`)
  .join('')}`
}

/** Differences that only some projects have. */
function differences({ document, files, calledAgents }: ReadmeParts): string[] {
  const documents = [
    document,
    ...[...calledAgents.values()].map((calledAgent) => calledAgent.document),
  ]
  const uses = (name: string) => files.some(({ path, text }) => isCode(path) && text.includes(name))
  const hasApprovals = documents.some(({ nodes }) =>
    Object.values(nodes).some((node) => 'approvals' in node && node.approvals?.length),
  )
  return [
    ...(files.some(({ path }) => path === COLLECTIONS_FILE)
      ? [
          'A collection is a copy from the time of the export; its passages are ranked by BM25 within it alone.',
        ]
      : []),
    ...(uses('sendRequest(')
      ? ['A request of a tool is sent once, without retries, to the address in the environment.']
      : []),
    ...(uses('createTranscript(') || uses('createTranslation(')
      ? ['Audio is fetched from any address that a tool receives.']
      : []),
    ...(uses('createPicture(')
      ? ['A model reads a description of a picture that it generated, not the picture.']
      : []),
    ...(importsModule(files, SQLITE)
      ? ['A database file is opened at the path in the environment.']
      : []),
    ...(importsModule(files, POSTGRES)
      ? ['A database is queried at the address in the environment.']
      : []),
    ...(uses('new InMemoryStore(')
      ? [
          'Memories end with the process: compile the graph in `agent.ts` with another store to keep them. Each user has their own memories: pass `configurable: { user_id }` with the run.',
        ]
      : []),
    ...(calledAgents.size > 0
      ? ['A retried call of another agent starts that agent from its beginning.']
      : []),
    ...(hasApprovals
      ? [
          'Approvals use the format of `humanInTheLoopMiddleware`: resume with `{ decisions: [{ type }] }`.',
        ]
      : []),
  ]
}

const isCode = (path: string) => /\.[jt]s$/.test(path)

function settingsSection(settings: readonly Setting[]): string {
  if (settings.length === 0) return ''
  const lines = settings.map(
    ({ description, variables }) =>
      `- ${variables.map(([name]) => `\`${name}\``).join(', ')}: ${description}`,
  )
  return `\n## Settings\n\nIn the environment, or in \`.env\`:\n\n${lines.join('\n')}\n`
}

function unwrittenSection(names: readonly string[]): string {
  if (names.length === 0) return ''
  const listed = names.map((name) => `\`${name}\``).join(', ')
  return `\n## To be written\n\nThe code of ${listed} is not part of the project: write it in \`tools.ts\`.\n`
}

/** Writes the README of a document with errors, which has no code yet. */
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
