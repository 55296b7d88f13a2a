import { readFileSync } from 'node:fs'
import {
  PromptContent,
  type PromptMessage,
  type PromptVersion,
  RegistryPrompt,
} from '@lathe/contract'
import { ORPCError } from '@orpc/client'
import type { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import { type Connection, type Context, connect } from '../context.ts'
import { FORCE_OPTION, JSON_OPTION, OUTPUT_OPTION, parseCount } from '../options.ts'
import { type OutputOptions, saveText } from '../output.ts'
import { instant, json, table } from '../text.ts'

type Client = Connection['client']

export function addPrompts(program: Command, context: Context): void {
  const prompts = program.command('prompts').description('versioned prompts with labels')
  prompts
    .command('list')
    .description('list the prompts')
    .option('--search <text>', 'only prompts with this text in their name or description')
    .option(...JSON_OPTION)
    .action((options: ListOptions) => listPrompts(context, options))
  prompts
    .command('show')
    .argument('<prompt>', 'name of the prompt')
    .description('show the newest version of a prompt, or another one')
    .option('--version <number>', 'this version', parseCount)
    .option('--label <label>', 'the version with this label')
    .option(...JSON_OPTION)
    .action((name: string, options: ShowOptions) => showPrompt(context, name, options))
  prompts
    .command('import')
    .argument('<file>', 'JSON of one prompt or of several, as `lathe prompts export` writes it')
    .description('save prompts from a file; content that changed becomes a new version')
    .option('--label <label...>', 'set these labels on the imported versions')
    .option('--message <text>', 'what changed')
    .option('--confirm', 'set the labels even if agents that follow them would fail')
    .option(...JSON_OPTION)
    .action((file: string, options: ImportOptions) => importPrompts(context, file, options))
  prompts
    .command('export')
    .argument('[prompt...]', 'names; default: all prompts')
    .description('write prompts as JSON, each in its newest version')
    .option('--version <number>', 'this version, of one prompt', parseCount)
    .option('--label <label>', 'the versions with this label')
    .option(...OUTPUT_OPTION)
    .option(...FORCE_OPTION)
    .action((names: string[], options: ExportOptions) => exportPrompts(context, names, options))
}

type ListOptions = { search?: string; json?: true }

async function listPrompts(context: Context, options: ListOptions): Promise<void> {
  const { client } = connect(context)
  const list = await client.prompts.list(options.search === undefined ? {} : { q: options.search })
  if (options.json) return context.out(json(list))
  if (list.length === 0) return context.err('No prompts\n')
  context.out(table(list.map(promptRow)))
}

const promptRow = ({
  name,
  version,
  labels,
  updatedAt,
  description,
  isArchived,
}: RegistryPrompt) => [
  name,
  `version ${version}`,
  labels.map((entry) => `${entry.label}=${entry.version}`).join(' '),
  instant(updatedAt),
  isArchived ? `(archived) ${description}` : description,
]

type VersionChoice = { version?: number; label?: string }

type ShowOptions = VersionChoice & { json?: true }

async function showPrompt(
  context: Context,
  name: string,
  { json: asJson, ...choice }: ShowOptions,
): Promise<void> {
  const { client } = connect(context)
  const prompt = await client.prompts.get({ prompt: name })
  const selected = await getVersion(client, name, choice)
  if (asJson) return context.out(json({ ...prompt, shown: selected }))
  context.out(table([promptRow(prompt)]))
  const facts = [
    `version ${selected.version}`,
    selected.labels.join(', '),
    selected.variables.length > 0 && `variables ${selected.variables.join(', ')}`,
    selected.message,
  ]
  context.out(`\n${facts.filter(Boolean).join(' · ')}\n`)
  if (selected.content === null) context.err(`${selected.problem ?? 'It has no text messages'}\n`)
  for (const message of selected.content?.messages ?? [])
    context.out(`\n${formatMessage(message)}\n`)
}

const formatMessage = (message: PromptMessage): string =>
  message.role === 'placeholder'
    ? `placeholder: ${message.channel}`
    : `${message.role}: ${message.text}`

/** Finds the chosen version; without a choice, the newest. */
async function getVersion(
  client: Client,
  name: string,
  { version, label }: VersionChoice,
): Promise<PromptVersion> {
  const versions = await client.prompts.versions({ prompt: name })
  const isLabelled = (entry: PromptVersion) =>
    label === undefined || label === 'latest' || entry.labels.includes(label)
  const found = versions.find(
    (entry) => (version === undefined || entry.version === version) && isLabelled(entry),
  )
  if (found) return found
  const choice = [version !== undefined && `version ${version}`, label && `label ${label}`]
  const missing = choice.filter(Boolean).join(' with ') || 'version yet'
  throw new CliError(`${name} has no ${missing}`, { exitCode: 2 })
}

type ExportOptions = VersionChoice & OutputOptions

async function exportPrompts(
  context: Context,
  names: readonly string[],
  { version, label, ...output }: ExportOptions,
): Promise<void> {
  if (version !== undefined && names.length !== 1) {
    throw new CliError('--version needs the name of one prompt', { exitCode: 2 })
  }
  const { client } = connect(context)
  const choice = {
    ...(version !== undefined && { version }),
    ...(label !== undefined && { label }),
  }
  const isAll = names.length === 0
  const prompts = isAll
    ? await client.prompts.list({})
    : await Promise.all(names.map((name) => client.prompts.get({ prompt: name })))
  const files: object[] = []
  const failures: string[] = []
  for (const { name, description, tags, version: newest } of prompts) {
    if (isAll && newest === 0) continue
    try {
      const { version: number, labels, content, problem } = await getVersion(client, name, choice)
      if (content === null) failures.push(`${name}: ${problem ?? 'It has no text messages'}`)
      else files.push({ name, description, tags, version: number, labels, content })
    } catch (error) {
      if (!(error instanceof CliError) || !isAll) throw error
      context.err(`${error.message}: skipped\n`)
    }
  }
  if (failures.length > 0) {
    throw new CliError(`These prompts cannot be exported\n${failures.join('\n')}`)
  }
  await saveText(context, json(names.length === 1 ? files[0] : files), output)
}

/** Labels and versions in an exported file are ignored: both belong to the exporting server. */
const PromptFile = RegistryPrompt.pick({ name: true, description: true, tags: true })
  .partial({ description: true, tags: true })
  .extend({ content: PromptContent })

type ImportOptions = { label?: string[]; message?: string; confirm?: true; json?: true }

type Imported = { name: string; version: number; isNew: boolean }

async function importPrompts(
  context: Context,
  file: string,
  { json: asJson, ...options }: ImportOptions,
): Promise<void> {
  const prompts = readPrompts(file)
  const { client } = connect(context)
  const report: Imported[] = []
  for (const prompt of prompts) {
    const imported = await importPrompt(client, prompt, options).catch(explainRefusedLabel)
    report.push(imported)
    const { name, version, isNew } = imported
    if (!asJson) context.out(`${name} version ${version}${isNew ? '' : ' (unchanged)'}\n`)
  }
  if (asJson) context.out(json(report))
}

async function importPrompt(
  client: Client,
  { name, content, ...about }: ReturnType<typeof readPrompts>[number],
  { label = [], message = '', confirm }: ImportOptions,
): Promise<Imported> {
  const force = confirm ? { confirm } : {}
  const isThere = await exists(client, name)
  if (!isThere) {
    const { version } = await client.prompts.create({ name, content, message, ...about })
    for (const entry of label)
      await client.prompts.label({ prompt: name, label: entry, version, ...force })
    return { name, version, isNew: true }
  }
  const { version, isNew } = await client.prompts.commit({
    prompt: name,
    content,
    message,
    labels: label,
    ...force,
  })
  if (Object.keys(about).length > 0) await client.prompts.edit({ prompt: name, ...about })
  return { name, version, isNew }
}

/** Adds a hint on how to set a label that breaks agents. The server's message names them. */
function explainRefusedLabel(error: unknown): never {
  if (!(error instanceof ORPCError) || error.code !== 'LABEL_BREAKS_AGENTS') throw error
  const message = error.message.replace(/[.;] send `confirm: true`.*$/i, '')
  throw new CliError(message, { hint: '--confirm sets the label anyway.' })
}

async function exists(client: Client, prompt: string): Promise<boolean> {
  try {
    await client.prompts.get({ prompt })
    return true
  } catch (error) {
    if (error instanceof ORPCError && error.code === 'NO_SUCH_PROMPT') return false
    throw error
  }
}

function readPrompts(file: string) {
  let source: unknown
  try {
    source = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const problem = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read'
    throw new CliError(`${file} ${problem}`, { exitCode: 2 })
  }
  const prompts = PromptFile.array().safeParse(Array.isArray(source) ? source : [source])
  if (prompts.success) {
    return prompts.data.map(({ name, content, description, tags }) => ({
      name,
      content,
      ...(description !== undefined && { description }),
      ...(tags !== undefined && { tags }),
    }))
  }
  const lines = prompts.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
  throw new CliError(`${file} contains no prompts\n${lines.join('\n')}`, { exitCode: 2 })
}
