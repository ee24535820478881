import { useSite, useT } from '../../site/site.tsx'
import { Account } from './account.tsx'
import { AccountDeletion } from './account-deletion.tsx'
import { DataExport } from './data-export.tsx'
import { Languages } from './languages.tsx'
import { Mails } from './mails.tsx'
import { More } from './more-later.tsx'
import { Push } from './push.tsx'
import { Visibility } from './visibility.tsx'
import styles from './settings.module.css'

/** Settings of the account; each takes effect as soon as it is changed, and says so. On a closed brand, export and deletion come first. */
export default function Page() {
  const t = useT()
  const { tenant } = useSite()
  return (
    <div className={styles.page}>
      <header>
        <h1>{t('settings.heading')}</h1>
        <p className={styles.lead}>{t('settings.lead')}</p>
      </header>
      {tenant.closed && (
        <>
          <DataExport />
          <AccountDeletion />
        </>
      )}
      <Mails />
      {!tenant.closed && <Push />}
      <Visibility />
      <Languages />
      <Account />
      {!tenant.closed && <DataExport />}
      <More />
    </div>
  )
}
