import { UnstyledButton } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { shortId } from '../lib/format.ts'
import styles from './id-chip.module.css'
import { announce } from './live-announcer.tsx'

type IdChipProps = {
  id: string
  /** What it names: "run". */
  of?: string
}

/** The first eight characters of an id; a click copies the whole. */
export function IdChip({ id, of = 'id' }: IdChipProps) {
  const { copy, copied } = useClipboard({ timeout: 1_500 })
  const handleClick = () => {
    copy(id)
    announce('Copied')
  }
  return (
    <UnstyledButton
      className={styles.root}
      title={`${id} — click to copy`}
      aria-label={`Copy ${of === 'id' ? 'the id' : `the ${of} id`} ${shortId(id)}`}
      onClick={handleClick}
    >
      {copied ? 'copied' : shortId(id)}
    </UnstyledButton>
  )
}
