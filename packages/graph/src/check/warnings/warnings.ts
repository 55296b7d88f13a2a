import { findLoops } from '../../flow/loops.ts'
import type { Topology } from '../../flow/topology.ts'
import type { CheckContext } from '../context.ts'
import { checkContextSize } from './context-size.ts'
import { checkEffects } from './effects.ts'
import { checkLiveThreads } from './live-threads.ts'
import { checkLoops } from './loops.ts'
import { checkNeverRead } from './never-read.ts'

/** Reports graphs that run but may take long, cost much or repeat side effects. */
export function checkWarnings(context: CheckContext, topology: Topology): void {
  const loops = findLoops(context.document)
  checkLoops(context, topology, loops)
  checkFanOutSize(context)
  checkNeverRead(context)
  checkEffects(context, topology, loops)
  checkContextSize(context)
  checkLiveThreads(context)
}

function checkFanOutSize({ edges, report }: CheckContext): void {
  for (const { index, edge } of edges) {
    if (!edge.each || edge.each.max !== undefined) continue
    const message = `\`${edge.to}\` runs once per element of \`${edge.each.of}\` without a limit; set a limit`
    report('UNBOUNDED_FAN_OUT', { edge: index, field: 'each.max' }, message)
  }
}
