import { useState } from 'react'
import { GiftDialog } from '../gifts/gift-dialog.ts'
import { useSite, useT } from '../site/site.tsx'
import { IconButton } from '../ui/button.tsx'
import type { ChatToolsProps } from './later-props.ts'

/** What can be sent besides words: a gift, where the other side takes some. */
export default function Tools({ chat: { profile, accepts_gifts: takesGifts } }: ChatToolsProps) {
  const t = useT()
  const { tenant } = useSite()
  const [giving, setGiving] = useState(false)
  if (!profile || !takesGifts) return null
  return (
    <>
      <IconButton icon="gift" label={t('gifts.button', { credits: tenant.gift_credits })} onClick={() => setGiving(true)} />
      {giving && <GiftDialog member={profile} inChat onClose={() => setGiving(false)} />}
    </>
  )
}
