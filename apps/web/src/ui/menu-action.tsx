import { Menu } from '@mantine/core'
import { useId } from 'react'
import styles from './menu-action.module.css'

type MenuActionProps = {
  label: string
  /** Explains the action beyond its label. */
  description?: string | undefined
  /** Reason why the action is unavailable. */
  disabledReason?: string | false | undefined
  onClick: (() => void) | undefined
}

/** Menu item. While disabled, it stays focusable and shows the reason below its label. */
export function MenuAction({ label, description, disabledReason, onClick }: MenuActionProps) {
  const id = useId()
  const isUnavailable = typeof disabledReason === 'string'
  const more = isUnavailable ? disabledReason : description
  return (
    <Menu.Item
      className={isUnavailable ? styles.unavailable : undefined}
      aria-disabled={isUnavailable}
      aria-labelledby={`${id}-label`}
      {...(more !== undefined && { 'aria-describedby': `${id}-more` })}
      closeMenuOnClick={!isUnavailable}
      onClick={isUnavailable ? undefined : onClick}
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
