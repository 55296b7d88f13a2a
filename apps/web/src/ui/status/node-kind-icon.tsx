import {
  IconArrowsSplit2,
  IconBook2,
  IconCode,
  IconEqual,
  IconFlag3,
  IconHandStop,
  IconPlayerPlay,
  IconRobot,
  IconSparkles,
  IconTool,
  IconTools,
  IconUserCog,
} from '@tabler/icons-react'
import type { NodeKind } from '@lathe/contract'
import { kindInfo } from '@lathe/graph'
import { familyColour } from './kind.ts'

export type CardKind = NodeKind | 'start' | 'end'

const SHAPES: Record<CardKind, typeof IconTool> = {
  start: IconPlayerPlay,
  end: IconFlag3,
  agent: IconRobot,
  model: IconSparkles,
  branch: IconArrowsSplit2,
  ask: IconHandStop,
  tool: IconTool,
  tools: IconTools,
  set: IconEqual,
  code: IconCode,
  retrieve: IconBook2,
  'agent-call': IconUserCog,
}

const isEnd = (kind: CardKind): kind is 'start' | 'end' => kind === 'start' || kind === 'end'

export const kindTitle = (kind: CardKind): string =>
  kind === 'start' ? 'Start' : kind === 'end' ? 'End' : kindInfo(kind).title

/** Hue of the node's family. Start and end use the hue of plain steps. */
export const cardColour = (kind: CardKind): string =>
  familyColour(isEnd(kind) ? 'step' : kindInfo(kind).family)

type NodeKindIconProps = {
  kind: CardKind
  size?: number
}

export function NodeKindIcon({ kind, size = 16 }: NodeKindIconProps) {
  const Shape = SHAPES[kind]
  return (
    <Shape
      size={size}
      stroke={1.75}
      color={cardColour(kind)}
      role="img"
      aria-label={kindTitle(kind)}
      style={{ flex: 'none' }}
    />
  )
}
