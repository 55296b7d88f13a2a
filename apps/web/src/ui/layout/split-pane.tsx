import { useSplitter } from '@mantine/hooks'
import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { type PaneSize, usePreferences } from '../../lib/browser/preferences.ts'
import styles from './split-pane.module.css'

export type Pane = {
  id: string
  /** `px` keeps its width when the window is resized; a number or `%` shares the remaining space. */
  size: PaneSize
  min?: PaneSize
  max?: PaneSize
  /** Enter on the splitter collapses and expands the pane. */
  collapsible?: boolean
  /** Hides the pane and its splitter. The other panes stay mounted. */
  isHidden?: boolean
  content: ReactNode
}

type SplitPaneProps = {
  /** Storage key of the sizes and name of the splitters: "Resize trace". */
  name: string
  panes: readonly Pane[]
  orientation?: 'horizontal' | 'vertical'
}

/**
 * Resizable panes. Splitters move by pointer or arrow keys (Shift for larger steps, Home and End
 * for the limits).
 */
export function SplitPane({ name, panes, orientation = 'horizontal' }: SplitPaneProps) {
  const key = `${name}:${panes.map((pane) => pane.id).join(',')}`
  return <Split key={key} {...{ name, panes, orientation }} sizesKey={key} />
}

type SplitProps = Required<SplitPaneProps> & { sizesKey: string }

function Split({ name, panes, orientation, sizesKey }: SplitProps) {
  const remembered = usePreferences((state) => state.paneSizes[sizesKey])
  const setPaneSizes = usePreferences((state) => state.setPaneSizes)
  const { ref, sizes, getHandleProps } = useSplitter<HTMLDivElement>({
    panels: panes.map(({ size, isHidden: _isHidden, ...pane }) => ({ defaultSize: size, ...pane })),
    orientation,
    sizes: remembered ?? panes.map((pane) => pane.size),
    onSizeChange: (changed) => setPaneSizes(sizesKey, changed),
    step: '8px',
    shiftStep: '64px',
  })
  // The ARIA orientation of a separator is perpendicular to that of the panes.
  const lineOrientation = orientation === 'horizontal' ? 'vertical' : 'horizontal'

  return (
    <div ref={ref} className={styles.root} data-orientation={orientation}>
      {panes.map((pane, index) => {
        if (pane.isHidden) return null
        return (
          <Fragment key={pane.id}>
            {index > 0 && (
              <div
                {...getHandleProps({ index: index - 1 })}
                className={styles.handle}
                aria-orientation={lineOrientation}
                aria-label={`Resize ${name}`}
              />
            )}
            <div className={styles.pane} style={flexStyle(sizes[index] ?? pane.size)}>
              {pane.content}
            </div>
          </Fragment>
        )
      })}
    </div>
  )
}

function flexStyle(size: PaneSize): CSSProperties {
  const isFixed = typeof size === 'string' && !size.endsWith('%')
  if (isFixed) return { flex: `0 1 ${size}` }
  return { flex: `${typeof size === 'number' ? size : Number.parseFloat(size)} 1 0` }
}
