import { text } from 'node:stream/consumers'
import type {
  Interrupt,
  InterruptAnswer,
  JsonObject,
  RunDetail,
  ToolDecision,
} from '@lathe/contract'
import { CliError } from '../cli-error.ts'
import { type Context, connect } from '../context.ts'
import { json } from '../text.ts'
import { followRun } from './follow-run.ts'

export type ResumeOptions = {
  approve?: true
  /** The reason, or `true` without one. */
  reject?: string | true
  edit?: string
  decision?: string
  values?: string
  answers?: string
  json?: true
}

type Answers = Record<string, InterruptAnswer>

/** Answers what a paused run waits for and streams the rest of it; without an answer, prints the questions. */
export async function resume(context: Context, id: string, options: ResumeOptions): Promise<void> {
  const connection = connect(context)
  const { client } = connection
  const run = await client.runs.get({ id })
  refuseUnlessInterrupted(run)
  const { interrupts } = run
  const answers = await answersFor(interrupts, options)
  if (Object.keys(answers).length === 0) {
    context.out(options.json ? json(interrupts) : interrupts.map(question).join('\n'))
    throw new CliError('The run waits for an answer', {
      hint: 'Give one with the options above. `--answers` takes several as JSON.',
      exitCode: 3,
    })
  }
  await client.runs.resume({ id, answers })
  const askedAt = Math.max(...interrupts.map(({ createdAt }) => createdAt))
  await followRun(context, connection, id, {
    asJson: options.json,
    isFirst: ({ at, body }) => body.type === 'answer' && at >= askedAt,
  })
}

function refuseUnlessInterrupted({ status, agentSlug, threadId }: RunDetail): void {
  if (status === 'interrupted') return
  const canContinue = status === 'error' || status === 'timeout' || status === 'cancelled'
  throw new CliError(`The run does not wait for an answer: its status is ${status}`, {
    ...(canContinue && {
      hint: `\`lathe run ${agentSlug} --thread ${threadId}\` continues from its last checkpoint.`,
    }),
    exitCode: 2,
  })
}

async function answersFor(
  interrupts: readonly Interrupt[],
  { answers, approve, reject, edit, decision, values }: ResumeOptions,
): Promise<Answers> {
  if (answers !== undefined) {
    const source = answers === '-' ? await text(process.stdin) : answers
    // The server checks each answer against its question.
    return parseObject(source, '--answers') as Answers
  }
  if (values !== undefined && decision === undefined) throw wrong('--values belongs to --decision')
  const all: Answers = {}
  const isPlain = approve === undefined && reject === undefined && edit === undefined
  for (const interrupt of interrupts) {
    if (interrupt.kind === 'ask' && decision !== undefined) {
      all[interrupt.id] = {
        kind: 'ask',
        decision,
        values: values === undefined ? {} : parseObject(values, '--values'),
      }
    }
    if (interrupt.kind === 'approval' && !isPlain) {
      all[interrupt.id] = {
        kind: 'approval',
        decisions: interrupt.calls.map(() => decisionOn(reject, edit)),
      }
    }
  }
  const hasOneKind = (kind: Interrupt['kind']) =>
    interrupts.every((interrupt) => interrupt.kind === kind)
  if (!isPlain || hasOneKind('breakpoint')) {
    for (const { id, kind } of interrupts) if (kind === 'breakpoint') all[id] = { kind }
  }
  refuseAmbiguous(interrupts, { edit, decision })
  if (Object.keys(all).length === 0 && (!isPlain || decision !== undefined)) {
    throw wrong('The run asks a different question: `lathe resume <run>` without options prints it')
  }
  return all
}

function decisionOn(reject: ResumeOptions['reject'], edit: string | undefined): ToolDecision {
  if (reject !== undefined) return { type: 'reject', reason: reject === true ? '' : reject }
  if (edit !== undefined) return { type: 'edit', args: parseObject(edit, '--edit') }
  return { type: 'approve' }
}

function refuseAmbiguous(
  interrupts: readonly Interrupt[],
  { edit, decision }: { edit: string | undefined; decision: string | undefined },
): void {
  const calls = interrupts.flatMap((interrupt) =>
    interrupt.kind === 'approval' ? interrupt.calls : [],
  )
  const questions = interrupts.filter(({ kind }) => kind === 'ask')
  if (edit !== undefined && calls.length > 1) {
    throw wrong(`--edit answers one call, but ${calls.length} are waiting: use --answers`)
  }
  if (decision !== undefined && questions.length > 1) {
    throw wrong(
      `--decision answers one question, but ${questions.length} are waiting: use --answers`,
    )
  }
}

/** One question with the options that answer it. */
function question(interrupt: Interrupt): string {
  const lines = [`${interrupt.title} (${interrupt.kind} ${interrupt.id}, node ${interrupt.node})`]
  if (interrupt.kind === 'ask') {
    if (interrupt.message) lines.push(interrupt.message)
    for (const { port, label } of interrupt.decisions)
      lines.push(`  --decision ${port}  # ${label}`)
    if (interrupt.form) lines.push(`  --values <json>  # ${JSON.stringify(interrupt.form)}`)
  } else if (interrupt.kind === 'approval') {
    for (const { name, args } of interrupt.calls) lines.push(`${name} ${JSON.stringify(args)}`)
    lines.push('  --approve', '  --reject [reason]')
    if (interrupt.calls.length === 1) lines.push('  --edit <json>  # the arguments to use instead')
  } else lines.push('  --approve  # continue')
  return `${lines.join('\n')}\n`
}

function parseObject(source: string, option: string): JsonObject {
  let parsed: unknown
  try {
    parsed = JSON.parse(source)
  } catch {
    throw wrong(`${option} is not JSON: ${source.slice(0, 60)}`)
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw wrong(`${option} is not a JSON object`)
  }
  // The cast holds: JSON.parse returns JSON.
  return parsed as JsonObject
}

const wrong = (message: string) => new CliError(message, { exitCode: 2 })
