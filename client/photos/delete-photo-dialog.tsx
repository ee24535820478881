import { useT } from '../site/site.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useDeletePhoto } from './use-photos.ts'

/** Asks before a photo is deleted: it can't be undone. `id` is null while there is none to delete. */
export function DeletePhotoDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  const t = useT()
  const deletePhoto = useDeletePhoto()
  return (
    <Dialog
      open={id !== null}
      onClose={onClose}
      size="small"
      title={t('photos.delete_title')}
      closeLabel={t('photos.delete_cancel')}
      actions={
        <>
          <Button
            variant="danger"
            onClick={() => {
              if (id) deletePhoto.mutate(id)
              onClose()
            }}
          >
            {t('photos.delete')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('photos.delete_cancel')}
          </Button>
        </>
      }
    >
      <p>{t('photos.delete_text')}</p>
    </Dialog>
  )
}
