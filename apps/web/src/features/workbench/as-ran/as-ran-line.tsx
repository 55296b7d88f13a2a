import { Button } from '@mantine/core'
import { IconArrowBackUp, IconHistory } from '@tabler/icons-react'
import styles from './as-ran.module.css'
import type { AsRan } from './use-as-ran.ts'

/** Over the canvas: which graph is seen, and the way to the other one. */
export function AsRanLine({ ran }: { ran: AsRan }) {
  const name = ran.version === null ? 'an earlier draft' : `version ${ran.version}`
  return (
    <div className={styles.line} role="status">
      <IconHistory size={14} aria-hidden />
      <p>
        {ran.isShown
          ? `The graph as this run executed it: ${name}, read-only.`
          : `This run executed ${name}.`}
      </p>
      {ran.isShown ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowBackUp size={14} />}
          onClick={ran.leave}
        >
          Back to draft
        </Button>
      ) : (
        <Button size="compact-sm" variant="default" onClick={ran.show}>
          Show the graph it ran
        </Button>
      )}
    </div>
  )
}
