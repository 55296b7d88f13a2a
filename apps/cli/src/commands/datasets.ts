import { basename } from 'node:path'
import {
  type Dataset,
  type Example,
  ImportPlan,
  type ImportPreview,
  type ImportReport,
} from '@lathe/contract'
import { ORPCError } from '@orpc/client'
import type { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import { openFile, request } from '../client.ts'
import { type Connection, type Context, connect } from '../context.ts'
import {
  FORCE_OPTION,
  JSON_OPTION,
  OUTPUT_OPTION,
  parseCount,
  WITH_SECRETS_OPTION,
} from '../options.ts'
import { type OutputOptions, saveOutput } from '../output.ts'
import { instant, json, table } from '../text.ts'

export function addDatasets(program: Command, context: Context): void {
  const datasets = program.command('datasets').description('examples to compare agents on')
  datasets
    .command('list')
    .description('list the datasets')
    .option('--search <text>', 'only datasets with this text in their name or description')
    .option(...JSON_OPTION)
    .action((options: ListOptions) => listDatasets(context, options))
  datasets
    .command('show')
    .argument('<dataset>', 'name or id of the dataset')
    .description('show a dataset and its first examples')
    .option('--version <number>', 'an earlier version', parseCount)
    .option('--split <name>', 'only examples of this split')
    .option('--limit <number>', 'how many examples, at most 1000', parseCount, 20)
    .option(...JSON_OPTION)
    .action((name: string, options: ShowOptions) => showDataset(context, name, options))
  datasets
    .command('import')
    .argument('<dataset>', 'name or id of the dataset; a new name creates it')
    .argument('<file>', 'CSV, JSON or JSON Lines')
    .description('add the rows of a file to a dataset, as a new version')
    .option(
      '--columns <json>',
      'meaning of the columns, such as {"q":"inputs.question","a":"reference"}',
    )
    .option('--split <name...>', 'put all rows into these splits')
    .option('--dedupe', 'skip rows whose inputs are already in the dataset')
    .option('--skip-bad-rows', 'import the other rows when some cannot be read')
    .option(...JSON_OPTION)
    .action((name: string, file: string, options: ImportOptions) =>
      importDataset(context, name, file, options),
    )
  datasets
    .command('export')
    .argument('<dataset>', 'name or id of the dataset')
    .description('write the examples of a dataset; `lathe datasets import` reads them')
    .option('--format <format>', '`csv` or `jsonl`', 'jsonl')
    .option('--version <number>', 'an earlier version', parseCount)
    .option('--split <name>', 'only examples of this split')
    .option(...WITH_SECRETS_OPTION)
    .option(...OUTPUT_OPTION)
    .option(...FORCE_OPTION)
    .action((name: string, options: ExportOptions) => exportDataset(context, name, options))
}

type ListOptions = { search?: string; json?: true }

async function listDatasets(
  context: Context,
  { search, json: asJson }: ListOptions,
): Promise<void> {
  const { client } = connect(context)
  const list = await client.datasets.list(search === undefined ? {} : { q: search })
  if (asJson) return context.out(json(list))
  if (list.length === 0) return context.err('No datasets\n')
  context.out(table(list.map(datasetRow)))
}

const datasetRow = ({ name, version, examples, updatedAt, description }: Dataset) => [
  name,
  `version ${version}`,
  examples === 1 ? '1 example' : `${examples} examples`,
  instant(updatedAt),
  description,
]

type ShowOptions = { version?: number; split?: string; limit: number; json?: true }

async function showDataset(
  context: Context,
  name: string,
  { limit, json: asJson, ...choice }: ShowOptions,
): Promise<void> {
  const { client } = connect(context)
  const dataset = await getVersion(client, name, choice.version)
  const page = await client.datasets.examples({ dataset: dataset.id, limit, ...choice })
  if (asJson) return context.out(json({ ...dataset, ...page, examples: dataset.examples }))
  context.out(table([datasetRow(dataset)]))
  const splits = dataset.splits.map((split) => `${split.name} (${split.count})`)
  if (splits.length > 0) context.out(`splits: ${splits.join(', ')}\n`)
  if (page.items.length > 0) context.out(`\n${table(page.items.map(exampleRow))}`)
  if (page.total > page.items.length) {
    context.err(`${page.items.length} of ${page.total} examples; --limit shows more\n`)
  }
}

const exampleRow = ({ id, inputs, reference }: Example) => [
  id,
  JSON.stringify(inputs),
  reference === null ? '' : JSON.stringify(reference),
]

async function getVersion(client: Connection['client'], name: string, version = 0) {
  const dataset = await client.datasets.get({ dataset: name })
  if (version <= dataset.version) return dataset
  throw new CliError(`${dataset.name} has no version ${version}`, {
    hint: `The newest is version ${dataset.version}.`,
    exitCode: 2,
  })
}

type ImportOptions = {
  columns?: string
  split?: string[]
  dedupe?: boolean
  skipBadRows?: boolean
  json?: true
}

async function importDataset(
  context: Context,
  name: string,
  file: string,
  options: ImportOptions,
): Promise<void> {
  const connection = connect(context)
  const { client, url } = connection
  const body = await openFile(file)
  const existing = await findDataset(client, name)
  const query = existing === undefined ? '' : `?${new URLSearchParams({ dataset: existing.id })}`
  const preview = await send<ImportPreview>(connection, `/api/datasets/preview${query}`, body)
  const plan = planImport(preview, options)
  // A file that cannot be read must not leave an empty dataset behind.
  const dataset = existing ?? (await client.datasets.create({ name }))
  const target = new URLSearchParams({ plan: JSON.stringify(plan), name: basename(file) })
  let report: ImportReport
  try {
    report = await send(connection, `/api/datasets/${dataset.id}/import?${target}`, body)
  } catch (error) {
    if (existing === undefined) await client.datasets.delete({ dataset: dataset.id })
    throw error
  }
  context.out(options.json ? json(report) : summary(report))
  for (const note of [...preview.notes, ...typeNotes(preview)]) context.err(`${note}\n`)
  for (const { row, message } of report.problems.first) context.err(`row ${row}: ${message}\n`)
  context.err(`${url}/datasets/${encodeURIComponent(dataset.name)}\n`)
}

async function findDataset(client: Connection['client'], name: string) {
  try {
    return await client.datasets.get({ dataset: name })
  } catch (error) {
    if (error instanceof ORPCError && error.code === 'NO_SUCH_DATASET') return undefined
    throw error
  }
}

async function send<T>(connection: Connection, path: string, body: Blob): Promise<T> {
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await request(connection, path, { method: 'POST', headers, body })
  // The cast holds: tests of the server check these answers against their schemas.
  return (await response.json()) as T
}

function planImport(
  { columns }: ImportPreview,
  { columns: mapping, split = [], dedupe = false, skipBadRows = false }: ImportOptions,
): ImportPlan {
  const guessed = Object.fromEntries(columns.map(({ name, target }) => [name, target]))
  const plan = ImportPlan.safeParse({
    columns: { ...guessed, ...parseColumns(mapping, Object.keys(guessed)) },
    json: columns.flatMap(({ name, isJson }) => (isJson ? [name] : [])),
    splits: split,
    dedupe,
    skipInvalid: skipBadRows,
  })
  if (plan.success) return plan.data
  const [issue] = plan.error.issues
  throw new CliError(`--columns cannot be used: ${issue?.path.join('.')} ${issue?.message}`, {
    hint: 'A column is id, inputs, inputs.<name>, reference, metadata.<name>, split or ignore.',
    exitCode: 2,
  })
}

function parseColumns(text: string | undefined, names: readonly string[]): object {
  if (text === undefined) return {}
  let columns: unknown
  try {
    columns = JSON.parse(text)
  } catch {
    throw new CliError('--columns is not JSON', { exitCode: 2 })
  }
  if (typeof columns !== 'object' || columns === null || Array.isArray(columns)) {
    throw new CliError('--columns is not a JSON object', { exitCode: 2 })
  }
  const unknown = Object.keys(columns).filter((name) => !names.includes(name))
  if (unknown.length === 0) return columns
  throw new CliError(`The file has no column ${unknown.join(', ')}`, {
    hint: `The columns are ${names.join(', ')}.`,
    exitCode: 2,
  })
}

const typeNotes = ({ columns }: ImportPreview) =>
  columns.flatMap(({ name, typeChange }) =>
    typeChange === null
      ? []
      : [
          `Column ${name} adds the type ${typeChange.to.join(', ')} to a field of type ${typeChange.from.join(', ')}`,
        ],
  )

function summary({ version, added, changed, unchanged, duplicates }: ImportReport): string {
  const skipped = duplicates === 0 ? '' : `, ${duplicates} duplicates skipped`
  return `version ${version}: ${added} added, ${changed} changed, ${unchanged} unchanged${skipped}\n`
}

type ExportOptions = OutputOptions & {
  format: string
  version?: number
  split?: string
  withSecrets?: true
}

async function exportDataset(
  context: Context,
  name: string,
  { format, version, split, withSecrets, ...output }: ExportOptions,
): Promise<void> {
  const connection = connect(context)
  const { id } = await getVersion(connection.client, name, version)
  const query = new URLSearchParams({
    format,
    ...(version !== undefined && { version: String(version) }),
    ...(split !== undefined && { split }),
    ...(withSecrets && { secrets: 'include' }),
  })
  const { body } = await request(connection, `/api/datasets/${id}/export?${query}`)
  await saveOutput(context, body ?? [], output)
}
