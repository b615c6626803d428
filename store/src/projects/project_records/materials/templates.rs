//! Checklists that the agency asks with again.

use domain::audit::{Action, Actor};
use domain::id::{MaterialTemplateId, ProjectId};
use domain::{DomainError, MaterialRequest, MaterialTemplate, MaterialTemplateDraft, TemplateItem, Topic, Versioned};

use super::super::record::all as records;
use crate::db::{Connection, row_lock};
use crate::tables::{insert, select, select_one, update};
use crate::{Error, Fault, Result, Store, audit, form_version};

impl Store {
    /// All templates by title, with the versions of their forms.
    pub async fn material_templates(&self) -> Result<Vec<Versioned<MaterialTemplate>>> {
        let mut connection = self.db.readers().acquire().await?;
        let versioned = |record: MaterialTemplate| {
            let version = form_version::of(&MaterialTemplateDraft::from(&record))?;
            Ok(Versioned { record, version })
        };
        all(&mut connection).await?.into_iter().map(versioned).collect()
    }

    /// # Errors
    /// [`DomainError::UnknownRecord`], or a fault.
    pub async fn material_template(&self, id: &MaterialTemplateId) -> Result<MaterialTemplate> {
        let mut connection = self.db.readers().acquire().await?;
        Ok(find(&mut connection, id).await?.ok_or(DomainError::UnknownRecord)?)
    }

    /// Adds a template, or saves it if `seen` is the version of its form.
    ///
    /// # Errors
    /// [`DomainError::Stale`], [`DomainError::UnknownRecord`], or a fault.
    pub async fn save_material_template(
        &self,
        id: &MaterialTemplateId,
        seen: Option<&str>,
        draft: MaterialTemplateDraft,
    ) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Project).await?;
        let template = MaterialTemplate { id: id.clone(), title: draft.title, items: draft.items };
        match seen {
            None if !insert(&mut tx, &template).await? => {
                let stored = find(&mut tx, id).await?;
                return form_version::same_or_stale(stored == Some(template));
            }
            None => {}
            Some(seen) => {
                row_lock::acquire(&mut tx, "material_template", id.as_str()).await?;
                let current = find(&mut tx, id).await?.ok_or(DomainError::UnknownRecord)?;
                let (current, draft) = (MaterialTemplateDraft::from(&current), MaterialTemplateDraft::from(&template));
                form_version::check_draft(&current, &draft, seen)?;
                update(&mut tx, &template).await?;
            }
        }
        Ok(tx.commit().await?)
    }

    /// Makes a template of the list `name` of a project, with the id `id`, or one made of it if another template has it.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] without such a list, or a fault.
    pub async fn template_of_list(&self, id: &MaterialTemplateId, project: &ProjectId, name: &str) -> Result<()> {
        let mut connection = self.db.readers().acquire().await?;
        let requests: Vec<MaterialRequest> = records(&mut connection, project).await?;
        drop(connection);
        let of_list = requests.into_iter().filter(|request| request.list.as_deref() == Some(name));
        let item = |MaterialRequest { title, description, kind, .. }| TemplateItem { title, description, kind };
        let items: Vec<_> = of_list.map(item).take(MaterialTemplateDraft::MAX_ITEMS).collect();
        if items.is_empty() {
            return Err(DomainError::UnknownRecord.into());
        }
        let draft = MaterialTemplateDraft { title: name.to_owned(), items };
        match self.save_material_template(id, None, draft.clone()).await {
            // The lists of a page share an id.
            Err(Error::Domain(DomainError::Stale)) => {
                let own = form_version::other_id(id, &draft)?;
                self.save_material_template(&own, None, draft).await
            }
            saved => saved,
        }
    }

    /// Deletes a template; what was asked with it stays.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], or a fault.
    pub async fn delete_material_template(&self, by: &Actor, id: &MaterialTemplateId) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Project).await?;
        let template = find(&mut tx, id).await?.ok_or(DomainError::UnknownRecord)?;
        tx.execute("DELETE FROM material_template WHERE id = $1", [id]).await?;
        let (action, now) = (Action::MaterialTemplateDeleted, self.clock.now());
        audit::record(&mut tx, by, action, id.as_str(), &template.title, now).await?;
        Ok(tx.commit().await?)
    }
}

/// By title.
pub(super) async fn all(connection: &mut Connection) -> Result<Vec<MaterialTemplate>, Fault> {
    let mut templates: Vec<MaterialTemplate> = select(connection, "material_template", ()).await?;
    // Not in the order of the database, because databases collate differently.
    templates.sort_by(|one, other| (&one.title, &one.id).cmp(&(&other.title, &other.id)));
    Ok(templates)
}

async fn find(connection: &mut Connection, id: &MaterialTemplateId) -> Result<Option<MaterialTemplate>, Fault> {
    select_one(connection, "material_template WHERE material_template.id = $1", [id]).await
}
