import { Menu } from '@mantine/core'
import { useId } from 'react'
import styles from './menu-action.module.css'

type MenuActionProps = {
  label: string
  /** Explains the action beyond its label. */
  about?: string | undefined
  /** Reason why the action is unavailable. */
  lack?: string | false | undefined
  onClick: (() => void) | undefined
}

/** Menu item. While disabled, it stays focusable and shows the reason below its label. */
export function MenuAction({ label, about, lack, onClick }: MenuActionProps) {
  const id = useId()
  const isLacking = typeof lack === 'string'
  const more = isLacking ? lack : about
  return (
    <Menu.Item
      className={isLacking ? styles.lacking : undefined}
      aria-disabled={isLacking}
      aria-labelledby={`${id}-label`}
      {...(more !== undefined && { 'aria-describedby': `${id}-more` })}
      closeMenuOnClick={!isLacking}
      onClick={isLacking ? undefined : onClick}
    >
      <span id={`${id}-label`}>{label}</span>
      {more !== undefined && (
        <span id={`${id}-more`} className={styles.more}>
          {more}
        </span>
      )}
    </Menu.Item>
  )
}
