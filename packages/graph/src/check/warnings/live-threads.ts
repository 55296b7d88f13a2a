import { reducerName, channelReducer } from '../../state/reducers.ts'
import { countThreads, threadsAffected } from '../../state/threads-affected.ts'
import type { CheckContext } from '../context.ts'

/** Reports channels whose reducer differs from the one used by live threads. */
export function checkLiveThreads({ document, environment, report }: CheckContext): void {
  const liveThreads = environment.liveThreads ?? []
  for (const [name, channel] of Object.entries(document.state)) {
    const affected = threadsAffected(name, channel, liveThreads)
    const [latest] = affected
    const before = latest?.state[name]
    if (!latest || !before) continue
    const count = countThreads(affected)
    const origin = latest.version === null ? 'a draft' : `version ${latest.version}`
    const threads = count === 1 ? '1 live thread' : `${count} live threads`
    const oldReducer = reducerName(channelReducer(before))
    const newReducer = reducerName(channelReducer(channel))
    const change = oldReducer === newReducer ? `another ${newReducer} reducer` : `\`${oldReducer}\``
    const message = `The reducer of \`${name}\` is \`${newReducer}\` and was ${change} in ${origin}; the next run of ${threads} continues with the existing value`
    report('REDUCER_CHANGED', { channel: name, field: 'reducer' }, message)
  }
}
