import { Checkbox } from '@mantine/core'
import { setEnds } from '@lathe/graph'
import { useBench, useWorkbench } from '../../workbench-context.ts'
import styles from '../inspector.module.css'

const ENDS = [
  ['input', 'Given at the start'],
  ['output', 'Given back at the end'],
] as const

/** Whether a run is given the channel, and gives it back. */
export function ChannelEnds({ name }: { name: string }) {
  const { store } = useWorkbench()
  const input = useBench((state) => state.document.input)
  const output = useBench((state) => state.document.output)
  const names = { input, output }

  return (
    <div className={styles.pair}>
      {ENDS.map(([end, label]) => (
        <Checkbox
          key={end}
          label={label}
          checked={names[end].includes(name)}
          onChange={({ currentTarget: { checked } }) =>
            store.edit((document) => {
              const others = document[end].filter((other) => other !== name)
              return setEnds(document, { [end]: checked ? [...others, name] : others })
            })
          }
        />
      ))}
    </div>
  )
}
