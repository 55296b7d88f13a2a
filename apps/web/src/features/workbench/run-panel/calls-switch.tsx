import { Checkbox } from '@mantine/core'
import { setCalls, useCalls } from '../calls.ts'
import { refsOf } from '../use-callees.ts'
import { useBench, useWorkbench } from '../workbench-context.ts'
import styles from './composer.module.css'

/** Where the draft follows what is published of other agents: whether to try it with their drafts instead. */
export function CallsSwitch() {
  const { agentId } = useWorkbench()
  const calls = useCalls(agentId)
  const follows = useBench(({ document }) =>
    refsOf(document).some(({ version }) => version === undefined),
  )
  if (!follows) return null
  return (
    <Checkbox
      className={styles.goOn ?? ''}
      label="Call the drafts of other agents"
      title="Otherwise it calls what is published of them, as its own published version will"
      checked={calls === 'drafts'}
      onChange={({ currentTarget }) =>
        setCalls(agentId, currentTarget.checked ? 'drafts' : 'published')
      }
    />
  )
}
