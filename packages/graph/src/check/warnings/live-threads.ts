import { reducerName, reducerOf } from '../../state/reducers.ts'
import { countThreads, threadsAffected } from '../../state/threads-affected.ts'
import type { CheckContext } from '../context.ts'

/** Reports channels whose reducer differs from the one used by live threads. */
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
    const message = `The reducer of \`${name}\` is \`${is}\` and was ${change} in ${since}; the next run of ${threads} continues with the existing value`
    report('REDUCER_CHANGED', { channel: name, field: 'reducer' }, message)
  }
}
