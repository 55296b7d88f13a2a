import { reducerName, reducerOf } from '../../state/reducers.ts'
import { countThreads, threadsAffected } from '../../state/threads-affected.ts'
import type { CheckContext } from '../context.ts'

/** Conversations whose state another reducer has joined. */
export function checkLiveThreads({ document, environment, report }: CheckContext): void {
  const live = environment.liveThreads ?? []
  for (const [name, channel] of Object.entries(document.state)) {
    const affected = threadsAffected(name, channel, live)
    const [most] = affected
    const before = most?.state[name]
    if (!most || !before) continue
    const count = countThreads(affected)
    const since = most.version === null ? 'a draft' : `version ${most.version}`
    const threads = count === 1 ? '1 live thread' : `${count} live threads`
    const was = reducerName(reducerOf(before))
    const is = reducerName(reducerOf(channel))
    const change = was === is ? `another ${is} reducer` : `\`${was}\``
    const message = `The reducer of \`${name}\` is \`${is}\` and was ${change} in ${since}; a further run of ${threads} goes on from what that one joined`
    report('REDUCER_CHANGED', { channel: name, field: 'reducer' }, message)
  }
}
