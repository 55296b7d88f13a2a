import type { RunDetail, RunEvent } from '@lathe/contract'
import { CliError } from '../cli-error.ts'
import type { Connection, Context } from '../context.ts'
import { json, seconds, spent } from '../text.ts'
import { createSpeaker } from './speaker.ts'

type FollowOptions = {
  asJson?: true | undefined
  /** The first event to print; without it, all of them. */
  isFirst?: (event: RunEvent) => boolean
}

/** Streams a run to the terminal until it ends or waits for a person; throws unless it succeeded. */
export async function followRun(
  context: Context,
  { client, url }: Connection,
  id: string,
  { asJson, isFirst = () => true }: FollowOptions,
): Promise<void> {
  const speaker = asJson ? null : createSpeaker(context)
  // Ctrl-C cancels the run, which would otherwise continue on the server; a second one only ends this program.
  const cancel = () => void client.runs.cancel({ id }).catch(() => {})
  process.once('SIGINT', cancel)
  let hasBegun = false
  for await (const event of await client.runs.events({ id })) {
    hasBegun ||= isFirst(event)
    if (!hasBegun) continue
    speaker?.tell(event)
    if (event.body.type === 'status' && event.body.status === 'interrupted') break
  }
  process.off('SIGINT', cancel)
  const run = await client.runs.get({ id })
  speaker?.end(run)
  if (asJson) context.out(json(run))
  else context.err(summary(run, url))
  refuseUnlessSuccessful(run)
}

function summary(run: RunDetail, url: string): string {
  const { status, usage, startedAt, endedAt, error, id } = run
  const time = startedAt !== null && endedAt !== null ? seconds(endedAt - startedAt) : ''
  const facts = [status, time, `${usage.input} → ${usage.output} tokens`, spent(run)]
  const reason = error ? `\n${error.message}${error.hint ? `\n${error.hint}` : ''}` : ''
  return `\n${facts.filter(Boolean).join(' · ')}${reason}\n${url}/traces/${id}\n`
}

function refuseUnlessSuccessful({ status, id }: RunDetail): void {
  if (status === 'success') return
  if (status === 'interrupted') {
    throw new CliError('The run waits for a person', {
      hint: `\`lathe resume ${id}\` prints the question and takes the answer; so does the workbench.`,
      exitCode: 3,
    })
  }
  throw new CliError(`The run ended with ${status}`)
}
