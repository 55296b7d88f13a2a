import { type JsonObject, isJsonObject } from '@lathe/contract'
import { Json } from '@lathe/contract'
import * as z from 'zod'
import { checkAnswers } from '../../../runs/start/check-answers.ts'
import type { Context } from '../../../api/context.ts'
import { invalidInputs, refusal } from '../../../platform/http/errors.ts'
import { describeIssues } from '../../../platform/http/issues.ts'
import { notSupported } from '../../call.ts'
import { startRun } from '../runs/begin-run.ts'
import { Command, RunBody } from '../runs/run-body.ts'
import { listRunRecords } from '../runs/run-row.ts'
import { toAnswers } from '../wire/answers.ts'
import { findLastSeq } from './thread-events.ts'

type CommandResult = { result: JsonObject; meta: JsonObject }

/** Executes a command of the protocol. */
export async function executeCommand(
  context: Context,
  threadId: string,
  method: string,
  params: JsonObject,
): Promise<CommandResult> {
  // Clients may skip events up to this number.
  const lastSeq = await findLastSeq(context, threadId)
  const meta = { thread_id: threadId, applied_through_seq: lastSeq }
  switch (method) {
    case 'run.start':
      return { result: { run_id: await executeStart(context, threadId, params) }, meta }
    case 'input.respond':
      return { result: { run_id: await respond(context, threadId, params) }, meta }
    default:
      throw refusal(422, 'UNKNOWN_COMMAND', `Unknown command \`${method}\``)
  }
}

/**
 * Clients that start a run while another is live expect it to be replaced, unless they set a
 * strategy.
 */
async function executeStart(
  context: Context,
  threadId: string,
  params: JsonObject,
): Promise<string> {
  const { input = null, multitaskStrategy } = params
  const command = isCommand(input)
    ? parse(Command, input)
    : await resumeBy(context, threadId, input)
  const body = parse(RunBody, {
    multitask_strategy: multitaskStrategy ?? 'interrupt',
    ...params,
    input: command ? null : input,
    ...(command && { command }),
    if_not_exists: 'create',
  })
  const { runId } = await startRun(context, threadId, body)
  return runId
}

const isCommand = (input: Json): input is JsonObject =>
  isJsonObject(input) && input['lg_name'] === 'Command'

/** Input for an interrupted thread is the answer if it has a valid form. */
async function resumeBy({ db, workspaceId }: Context, threadId: string, input: Json) {
  if (input === null) return undefined
  const page = { statuses: ['interrupted' as const], limit: 1, offset: 0 }
  const [paused] = await listRunRecords(db, workspaceId, threadId, page)
  if (!paused || paused.interrupts.every(({ kind }) => kind === 'breakpoint')) return undefined
  try {
    const answers = toAnswers(paused.interrupts, input)
    return checkAnswers(paused.interrupts, answers).length === 0 ? { resume: input } : undefined
  } catch {
    // Not a valid answer, so it is input.
    return undefined
  }
}

const Response = z.object({ interrupt_id: z.string(), response: Json })
const Respond = z.union([z.object({ responses: z.array(Response).min(1) }), Response])

async function respond(context: Context, threadId: string, params: JsonObject): Promise<string> {
  const { update = null, goto = null } = params
  if (update !== null || goto !== null) {
    throw notSupported('`update` or `goto` in a response', 'Update the state of the thread.')
  }
  const request = parse(Respond, params)
  const responses = 'responses' in request ? request.responses : [request]
  const resume = Object.fromEntries(
    responses.map((response) => [response.interrupt_id, response.response]),
  )
  const { db, workspaceId } = context
  const page = { statuses: ['interrupted' as const], limit: 1, offset: 0 }
  const [paused] = await listRunRecords(db, workspaceId, threadId, page)
  const pendingIds = new Set(paused?.interrupts.map(({ id }) => id))
  const unknown = Object.keys(resume).find((id) => !pendingIds.has(id))
  if (!paused || unknown !== undefined) {
    throw refusal(409, 'NOTHING_WAITS', `Interrupt ${unknown ?? ''} is not pending on the thread`)
  }
  const metadata = params['metadata'] ?? null
  const body = parse(RunBody, { assistant_id: paused.agentId, command: { resume }, metadata })
  const { runId } = await startRun(context, threadId, body)
  return runId
}

function parse<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw invalidInputs(describeIssues(parsed.error.issues, ['params']))
  return parsed.data
}
