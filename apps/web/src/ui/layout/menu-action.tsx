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
  const details = isUnavailable ? disabledReason : description
  return (
    <Menu.Item
      className={isUnavailable ? styles.unavailable : undefined}
      aria-disabled={isUnavailable}
      aria-labelledby={`${id}-label`}
      {...(details !== undefined && { 'aria-describedby': `${id}-details` })}
      closeMenuOnClick={!isUnavailable}
      onClick={isUnavailable ? undefined : onClick}
    >
      <span id={`${id}-label`}>{label}</span>
      {details !== undefined && (
        <span id={`${id}-details`} className={styles.details}>
          {details}
        </span>
      )}
    </Menu.Item>
  )
}
