import type { GraphDocument, GraphNode } from '@lathe/contract'
import type { NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { remember } from '../../../lib/remember.ts'
import { NodeKindIcon } from '../../../ui/node-kind-icon.tsx'
import { useBench } from '../workbench-context.ts'
import styles from './card.module.css'
import { BoxCard } from './box-card.tsx'
import { CalledAgent } from './called-agent.tsx'
import { useCanvasUi } from './canvas-ui.ts'
import { CardBreakpoints, CardPin } from './card-marks.tsx'
import { CardProblems } from './card-problems.tsx'
import { CardRun } from './card-run.tsx'
import { CardTitle } from './card-title.tsx'
import { DeferMark } from './defer-mark.tsx'
import { useDetail } from './detail.ts'
import type { Card } from './flow-nodes.ts'
import { nodeSummary } from '../../../lib/node-summary.ts'
import { InHandle, PortHandles } from './port-handles.tsx'
import { useCardStatus } from './use-card-status.ts'

/** One node of the graph: what it is, what it does, its ports, its problems, and how its run goes. */
export const StepCard = memo(function StepCard({
  id,
  selected,
  width = 0,
  height = 0,
}: NodeProps<Card>) {
  const node = useBench(useShallow(({ document }) => faceAt(document, id)))
  const status = useCardStatus(id)
  const isBox = useDetail() !== 'cards'
  const use = useCanvasUi((ui) => ui.lit?.nodes[id])
  if (!node) return null
  const title = node.title ?? id
  const mark = { 'data-selected': selected || undefined, 'data-status': status, 'data-use': use }
  if (isBox) {
    return (
      <div className={styles.card} style={{ height }} {...mark}>
        <BoxCard id={id} kind={node.kind} title={title} size={{ width, height }} />
      </div>
    )
  }

  return (
    <div className={styles.card} {...mark}>
      <CardBreakpoints id={id} title={title} />
      <InHandle />
      <div className={styles.head}>
        <NodeKindIcon kind={node.kind} />
        <CardTitle id={id} title={title} />
        {node.defer && <DeferMark />}
        <CardPin id={id} />
        <CardProblems id={id} />
      </div>
      {node.called === undefined ? (
        <p className={styles.summary}>{node.summary}</p>
      ) : (
        <CalledAgent slug={node.called} version={node.version} />
      )}
      <PortHandles id={id} />
      <CardRun id={id} />
    </div>
  )
})

const NOT_CALLING = { called: undefined, version: undefined }

/** What a card says of its node: what is written in a form changes little of it. */
const faceOf = remember((node: GraphNode) => ({
  kind: node.kind,
  title: node.title,
  defer: node.defer,
  summary: nodeSummary(node),
  ...(node.kind === 'agent-call' ? { called: node.agent, version: node.version } : NOT_CALLING),
}))

function faceAt({ nodes }: GraphDocument, id: string) {
  const node = nodes[id]
  return node && faceOf(node)
}
