import { text } from 'node:stream/consumers'
import type { Json, JsonObject, RunVersion } from '@lathe/contract'
import { CliError } from '../cli-error.ts'
import { type Connection, type Context, connect } from '../context.ts'
import { followRun } from './follow-run.ts'

export type RunOptions = { version?: string; thread?: string; json?: true }

/** Streams the answer to the terminal and prints the trace URL at the end. */
export async function run(
  context: Context,
  agent: string,
  input: string | undefined,
  { version, thread, json: asJson }: RunOptions,
): Promise<void> {
  const connection = connect(context)
  const { client } = connection
  const asked = version === undefined ? 'published' : versionOf(version)
  const said = input === '-' ? (await text(process.stdin)).trim() : input
  const goesOn = thread !== undefined && said === undefined
  const { id } = await client.runs.start({
    agent,
    version: asked,
    ...(!goesOn && { input: await inputOf(connection, { agent, version: asked, input: said }) }),
    ...(thread !== undefined && { threadId: thread }),
  })
  await followRun(context, connection, id, { asJson })
}

export function versionOf(text: string): RunVersion {
  if (text === 'draft' || text === 'published') return text
  const number = Number(text)
  if (Number.isInteger(number) && number > 0) return number
  throw new CliError(`\`${text}\` is not a version: use a number, \`draft\` or \`published\``, {
    exitCode: 2,
  })
}

type Asked = { agent: string; version: RunVersion; input: string | undefined }

/** Parses JSON input; other text goes to the graph's first input channel. */
async function inputOf(
  { client }: Connection,
  { agent, version, input }: Asked,
): Promise<JsonObject> {
  if (input === undefined) return {}
  const parsed = parseJson(input)
  if (parsed === undefined && /^\s*[{[]/.test(input)) throw notJson(input)
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed
  const { document } = await documentOf(client, agent, version)
  const [channel] = document.input
  if (channel === undefined) return {}
  const isMessages = document.state[channel]?.type === 'messages'
  return { [channel]: isMessages ? [{ role: 'user', content: input }] : valueFor(parsed, input) }
}

/** Broken JSON must not be sent as plain text: the agent would answer it. */
const notJson = (input: string) =>
  new CliError(`The input looks like JSON but is not valid: ${input.slice(0, 60)}`, {
    hint: 'Fix the JSON, or start plain text with another character. Most shells need single quotes around JSON.',
    exitCode: 2,
  })

const valueFor = (parsed: Json | undefined, text: string): Json =>
  typeof parsed === 'number' || typeof parsed === 'boolean' ? parsed : text

export async function documentOf(client: Connection['client'], agent: string, version: RunVersion) {
  if (version === 'draft') return await client.agents.draft({ agent })
  const number =
    version === 'published' ? (await client.agents.get({ agent })).publishedVersion : version
  if (number === null) {
    throw new CliError(`${agent} has no published version yet`, {
      hint: 'Publish one in the workbench, or use `--version draft`.',
      exitCode: 2,
    })
  }
  return await client.agents.version({ agent, number })
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
