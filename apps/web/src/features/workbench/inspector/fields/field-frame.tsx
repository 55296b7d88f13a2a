import { Input } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFieldProblems } from './field-problems.tsx'

export type FieldProps = {
  /** Path within the node, edge or channel, as problems name it. */
  field: string
  label: string
  description?: ReactNode
}

type FieldFrameProps = Omit<FieldProps, 'label'> & {
  label: string | undefined
  /** Shows the problems of the fields inside too. */
  isContainer?: boolean
  children: ReactNode
}

/** Label, description and problems around a control that brings none of its own. */
export function FieldFrame({ field, label, description, isContainer, children }: FieldFrameProps) {
  const problem = useFieldProblems(field, isContainer)
  return (
    <Input.Wrapper
      data-field={field}
      label={label}
      description={description}
      error={problem}
      labelElement="div"
    >
      {children}
    </Input.Wrapper>
  )
}
