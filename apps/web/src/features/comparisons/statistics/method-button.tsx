import { Popover, UnstyledButton } from '@mantine/core'
import { Markdown } from '../../../ui/markdown.tsx'
import styles from './statistics.module.css'

/** How a figure was come by, one click away. */
export function MethodButton({ label, text }: { label: string; text: string }) {
  return (
    <Popover position="bottom-end" shadow="md" width={480} withinPortal trapFocus>
      <Popover.Target>
        <UnstyledButton className={styles.link} aria-label={label}>
          Method
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.method} tabIndex={0}>
        <Markdown text={text} isWrapped />
      </Popover.Dropdown>
    </Popover>
  )
}
