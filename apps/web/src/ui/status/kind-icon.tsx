import {
  IconBraces,
  IconGridDots,
  IconPointFilled,
  IconRobot,
  IconSparkles,
  IconStack2,
  IconTemplate,
  IconTool,
} from '@tabler/icons-react'
import type { SpanKind } from '@lathe/contract'
import styles from './kind-icon.module.css'
import { type KindFamily, kindColour, kindFamily } from './kind.ts'

const SHAPES: Record<SpanKind, typeof IconTool> = {
  agent: IconRobot,
  model: IconSparkles,
  embedding: IconGridDots,
  tool: IconTool,
  retriever: IconStack2,
  chain: IconPointFilled,
  prompt: IconTemplate,
  parser: IconBraces,
}

const FAMILY_NAMES: Record<KindFamily, string> = {
  agent: 'Agent',
  model: 'Model',
  tool: 'Tool',
  step: 'Step',
}

const NAMES: Partial<Record<SpanKind, string>> = {
  embedding: 'Embedding',
  retriever: 'Retriever',
  prompt: 'Prompt',
  parser: 'Parser',
}

export const kindName = (kind: SpanKind): string => NAMES[kind] ?? FAMILY_NAMES[kindFamily(kind)]

type KindIconProps = {
  kind: SpanKind
  size?: number
}

/** Icon whose hue shows the family and whose shape shows the kind. */
export function KindIcon({ kind, size = 14 }: KindIconProps) {
  const Shape = SHAPES[kind]
  return (
    <Shape
      size={size}
      stroke={1.75}
      color={kindColour(kind)}
      role="img"
      aria-label={kindName(kind)}
      className={styles.root ?? ''}
    />
  )
}
