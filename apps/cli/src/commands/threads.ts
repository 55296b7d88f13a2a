import { Message, type Thread } from '@lathe/contract'
import type { Command } from 'commander'
import { collectPages } from '../collect-pages.ts'
import { type Context, connect } from '../context.ts'
import { FORCE_OPTION, JSON_OPTION, OUTPUT_OPTION, parseCount } from '../options.ts'
import { type OutputOptions, saveText } from '../output.ts'
import { instant, json, table } from '../text.ts'

export function addThreads(program: Command, context: Context): void {
  const threads = program.command('threads').description('conversations with agents')
  threads
    .command('list')
    .description('list threads, last used first')
    .option('--agent <agent>', 'only threads of this agent')
    .option('--search <text>', 'only threads with this text in their title, messages or state')
    .option('--limit <number>', 'how many', parseCount, 50)
    .option(...JSON_OPTION)
    .action((options: ListOptions) => listThreads(context, options))
  threads
    .command('show')
    .argument('<thread>', 'id of the thread')
    .description('show the messages and the state of a thread')
    .option(...JSON_OPTION)
    .action((id: string, options: { json?: true }) => showThread(context, id, options))
  threads
    .command('export')
    .argument('<thread>', 'id of the thread')
    .description('write a thread as JSON: its state, runs and checkpoints')
    .option(...OUTPUT_OPTION)
    .option(...FORCE_OPTION)
    .action((id: string, options: OutputOptions) => exportThread(context, id, options))
}

type ListOptions = { agent?: string; search?: string; limit: number; json?: true }

async function listThreads(
  context: Context,
  { agent, search, limit, json: asJson }: ListOptions,
): Promise<void> {
  const { client } = connect(context)
  const list = await collectPages(limit, async (size, before: number | undefined) => {
    const { items, hasMore } = await client.threads.list({
      limit: size,
      ...(agent !== undefined && { agent }),
      ...(search !== undefined && { q: search }),
      ...(before !== undefined && { before }),
    })
    return { items, next: hasMore ? (items.at(-1)?.updatedAt ?? null) : null }
  })
  if (asJson) return context.out(json(list))
  if (list.length === 0) return context.err('No threads\n')
  context.out(table(list.map(threadRow)))
}

const threadRow = ({ id, agentSlug, status, runCount, updatedAt, title }: Thread) => [
  id,
  agentSlug,
  status ?? 'new',
  runCount === 1 ? '1 run' : `${runCount} runs`,
  instant(updatedAt),
  title,
]

async function showThread(
  context: Context,
  id: string,
  { json: asJson }: { json?: true },
): Promise<void> {
  const { client } = connect(context)
  const [thread, state, { items }] = await Promise.all([
    client.threads.get({ id }),
    client.threads.state({ id }),
    client.runs.list({ threadId: id, limit: 1 }),
  ])
  const [lastRun] = items
  if (asJson) return context.out(json({ ...thread, lastRunId: lastRun?.id ?? null, state }))
  context.out(table([threadRow(thread)]))
  for (const [channel, value] of Object.entries(state.values)) {
    const messages = Message.array().safeParse(value)
    const isConversation = messages.success && messages.data.length > 0
    const text = isConversation
      ? messages.data.map(formatMessage).join('\n')
      : JSON.stringify(value)
    context.out(`\n${channel}:${isConversation ? '\n' : ' '}${text}\n`)
  }
  if (lastRun?.status === 'interrupted') {
    context.err(`\nThe thread waits for an answer: lathe resume ${lastRun.id}\n`)
  }
}

function formatMessage({ role, name, content, toolCalls = [] }: Message): string {
  const text =
    typeof content === 'string'
      ? content
      : content
          .map((part) =>
            'text' in part && typeof part.text === 'string' ? part.text : `[${part.type}]`,
          )
          .join('')
  const calls = toolCalls.map((call) => `  ${call.name} ${JSON.stringify(call.args)}`)
  return [`${name === undefined ? role : `${role} ${name}`}: ${text}`, ...calls].join('\n')
}

async function exportThread(context: Context, id: string, options: OutputOptions): Promise<void> {
  const { client } = connect(context)
  const [thread, state, turns, checkpoints] = await Promise.all([
    client.threads.get({ id }),
    client.threads.state({ id }),
    client.threads.turns({ id }),
    collectPages(Number.POSITIVE_INFINITY, async (limit, before: string | undefined) => {
      const page = await client.threads.history({
        id,
        limit,
        ...(before !== undefined && { before }),
      })
      return { items: page.items, next: page.hasMore ? (page.items.at(-1)?.id ?? null) : null }
    }),
  ])
  await saveText(context, json({ thread, state, turns, checkpoints }), options)
}
