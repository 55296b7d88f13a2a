import { UnstyledButton } from '@mantine/core'
import { shortId } from '../../lib/format/format.ts'
import styles from './id-chip.module.css'
import { useCopy } from '../fields/use-copy.ts'

type IdChipProps = {
  id: string
  /** Kind of object: "run". */
  objectName?: string
}

/** First eight characters of an id. A click copies the full id. */
export function IdChip({ id, objectName = 'id' }: IdChipProps) {
  const { copy, isCopied } = useCopy()
  return (
    <UnstyledButton
      className={styles.root}
      title={`${id} — click to copy`}
      aria-label={`Copy ${objectName === 'id' ? 'the id' : `the ${objectName} id`} ${shortId(id)}`}
      onClick={() => void copy(id)}
    >
      {isCopied ? 'copied' : shortId(id)}
    </UnstyledButton>
  )
}
