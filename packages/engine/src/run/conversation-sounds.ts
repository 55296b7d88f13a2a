import type { Json } from '@lathe/contract'
import type { ActiveRun } from './active-run.ts'

const known = new WeakMap<ActiveRun, Map<string, string>>()

/** What tools of this run gave. Within a node that is a graph it is in no state that can be read yet. */
export function noteSounds(run: ActiveRun, result: Json): void {
  const sounds = known.get(run) ?? new Map<string, string>()
  for (const [name, url] of soundsIn(result)) {
    known.set(run, sounds)
    sounds.set(name, url)
  }
}

/** The data URL of audio by the name it goes by in the conversation. */
export async function soundNamed(run: ActiveRun, name: string): Promise<string | undefined> {
  const found = known.get(run)?.get(name)
  if (found !== undefined) return found
  const { threadId } = run.request
  const tuple = await run.saver.getTuple({
    configurable: { thread_id: threadId, checkpoint_ns: '' },
  })
  const values: unknown[] = Object.values(tuple?.checkpoint.channel_values ?? {})
  return new Map(values.flatMap((value) => [...soundsIn(value)])).get(name)
}

/** Parts of messages and results; a graph's state may hold them in any channel. */
function* soundsIn(value: unknown): Generator<[string, string]> {
  if (Array.isArray(value)) {
    for (const item of value) yield* soundsIn(item)
    return
  }
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && value.type === 'audio' && 'name' in value && 'url' in value) {
    const { name, url } = value
    if (typeof name === 'string' && typeof url === 'string') yield [name, url]
  } else if ('content' in value) yield* soundsIn(value.content)
}
