import { isImageDataUrl, MAX_IMAGE_URL_LENGTH } from '@lathe/contract'
import { Input } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { readPictures } from '../../lib/values/pictures.ts'
import { RemoveButton } from '../fields/item-buttons.tsx'
import { Picture } from './picture.tsx'
import styles from './picture-value-field.module.css'
import { rejectPictures, acceptPictures } from './picture-input.ts'
import { showToast } from '../feedback/undo-toast.tsx'
import { ValueField, type ValueFieldProps } from '../fields/value-field.tsx'

export const SMALLER = 'Make it smaller, or enter its address.'
const AS_PART = 'Only text fields accept picture files. In JSON, enter the address.'

/** Field for text, JSON, or a pasted or dropped picture. */
export function PictureValueField(props: ValueFieldProps) {
  const { label, isText, mayBeJson = false, isReadOnly = false, value, onChange } = props
  // Reading is asynchronous, and the value may have changed meanwhile.
  const put = useCallbackRef(onChange)
  const take = async (files: readonly File[]) => {
    try {
      const [picture] = await readPictures(files.slice(0, 1), MAX_IMAGE_URL_LENGTH, SMALLER)
      put(picture)
    } catch (error) {
      showToast(error instanceof Error ? error.message : String(error), 'error', 'pictures')
    }
  }
  const takes =
    isText || mayBeJson ? acceptPictures((files) => void take(files)) : rejectPictures(AS_PART)
  return (
    <div {...(!isReadOnly && takes)}>
      {isImageDataUrl(value) ? (
        <Input.Wrapper label={label} description={props.description} labelElement="div">
          <div className={styles.line}>
            <Picture name={label} url={value} />
            {!isReadOnly && (
              <RemoveButton of={`the picture of ${label}`} onRemove={() => onChange(undefined)} />
            )}
          </div>
        </Input.Wrapper>
      ) : (
        <ValueField {...props} />
      )}
    </div>
  )
}
