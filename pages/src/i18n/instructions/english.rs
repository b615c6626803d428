//! The steps in English.

use domain::leads::SourceKind;

/// What to do at the sender, in order.
pub(super) const fn steps(kind: SourceKind) -> &'static [&'static str] {
    match kind {
        SourceKind::Auto => &[
            "Copy the address above.",
            "In your form, or your automation, look for “Webhook”: it is usually among the integrations, or the actions after submitting.",
            "Paste the address. If you are asked for a method, choose POST; if for a format, choose JSON or “form”: both work.",
            "That is all: Atrio recognises who sends.",
        ],
        SourceKind::AtrioForm => &[
            "Below, under “Texts and fields”, write a short introduction and, if you need one, the consent with the link to your privacy policy.",
            "Copy the address and put it where people look for you: in your e-mail signature, in your bio on Instagram or LinkedIn, behind a button on your site.",
            "Download the QR code for business cards, brochures and shop windows: it opens the same form.",
            "Open the form and fill it in once, as a client would.",
        ],
        SourceKind::Elementor => &[
            "Open the page in Elementor Pro and select the form (the “Form” widget).",
            "In the “Content” tab open “Actions After Submit” and add “Webhook”.",
            "A “Webhook” section appears below: paste the address into “Webhook URL”. “Advanced Data” may be on or off: Atrio reads both.",
            "Update the page and fill the form once, as a client would.",
        ],
        SourceKind::ContactForm7 => &[
            "Contact Form 7 sends nothing by itself: in WordPress, under “Plugins”, install and activate “CF7 to Webhook”.",
            "Go to “Contact”, open your form and choose the “Webhook” tab.",
            "Switch on “Send to Webhook” and paste the address into “Webhook URL”.",
            "Switch on “Send CF7 mail as usually” too, or the form’s usual e-mails stop. Then save.",
        ],
        SourceKind::GravityForms => &[
            "In WordPress, under “Forms → Add-Ons”, install and activate “Webhooks”.",
            "Open your form, then “Settings → Webhooks → Add New”.",
            "Paste the address into “Request URL”; “Request Method” is POST, “Request Format” JSON.",
            "Under “Request Body” choose “Select Fields” and give the fields names such as name, email, phone, message: Atrio understands them at once.",
            "If you leave “All Fields”, only the numbers of the fields arrive: after the first arrival tell Atrio which they are, with “Choose the fields”.",
        ],
        SourceKind::WpForms => &[
            "In WordPress, under “WPForms → Addons”, install and activate “Webhooks”.",
            "Open your form, then “Settings → Webhooks”, and switch on “Enable Webhooks”.",
            "Paste the address into “Request URL”; “Request Method” is POST, “Request Format” JSON.",
            "Under “Request Body” add a line for each field: on the left a name such as name, email, phone, message, on the right the form’s field.",
            "Save the form.",
        ],
        SourceKind::Typeform => &[
            "Open your form and go to “Connect → Webhooks”.",
            "Press “Add a webhook”, paste the address and save.",
            "Turn the webhook’s switch on: it is off when it is made.",
        ],
        SourceKind::Tally => &[
            "Publish the form and open the “Integrations” tab.",
            "Beside “Webhooks” press “Connect”.",
            "Paste the address into “Endpoint URL” and confirm.",
        ],
        SourceKind::Webflow => &[
            "Open the “Site settings” and go to “Apps & integrations → Webhooks”.",
            "Press “Add webhook” and choose “Form submission” as the “Trigger type”.",
            "Paste the address into “Webhook URL” and save.",
            "Publish the site and fill the form once.",
        ],
        SourceKind::CalCom => &[
            "Go to “Settings → Developer → Webhooks” and press “New”.",
            "Paste the address into “Subscriber URL”.",
            "Among the “Event triggers” keep “Booking created”, “Booking rescheduled” and “Booking canceled”: Atrio follows moves and cancellations, too.",
            "Press “Ping test” if you like: it shows here as a test. Then save.",
        ],
        SourceKind::Calendly => &[
            "A paid Calendly plan is needed: “Standard” or above. There is no field for a webhook: it is made once, with two commands to paste into a terminal.",
            "Under “Integrations & apps → API & webhooks” press “Generate new token” (the first time “Get a token now”) and copy the token: it is not shown again.",
            "Paste the first command below and put the token you copied in place of TOKEN. The answer holds “uri” (USER) and “current_organization” (ORGANIZATION).",
            "In the second command put the same in place of the words in capitals. In place of SECRET write a long word of your own: the same one goes here as well, under “Edit”.",
        ],
        SourceKind::Framer => &[
            "Select the form on the canvas.",
            "In the bar on the right, beside “Send To”, press “Add…” and choose “Webhook”.",
            "Paste the address: it must begin with https://.",
            "Publish the site and fill the form once.",
        ],
        SourceKind::GoogleAds => &[
            "In Google Ads open the campaign and its lead form.",
            "Open “Export leads from Google Ads → Other data integration options”.",
            "Paste the address into “Webhook URL”. Under “Key” write a long word of your own, and the same here, under “Edit”.",
            "Press “Send test data”: the test shows here, but becomes no lead. Then save.",
        ],
        SourceKind::Meta => &[
            "Meta does not send by itself: a bridge is needed, such as Zapier or Make.",
            "Zapier: make a Zap with “Facebook Lead Ads → New Lead”, then the action “Webhooks by Zapier → POST”.",
            "Make: use “Facebook Lead Ads → Watch Leads”, then the module “HTTP → Make a request” with the method POST.",
            "Paste the address as the URL, choose JSON as the format, and send the fields by their names: full_name, email, phone_number and the other questions.",
        ],
        SourceKind::StandardWebhooks => &[
            "In Formbricks go to “Configuration → Integrations → Manage Webhooks” and press “Add Webhook”.",
            "Paste the address and test it (“Test Endpoint”): the test shows here, but becomes no lead.",
            "Choose only “Response Finished” as the trigger, then the surveys you care about, and save.",
            "Answers arrive with the code of their question: after the first one, tell Atrio which fields they are, with “Choose the fields”.",
            "Other programs that keep to Standard Webhooks: paste the address where they ask for the “endpoint”.",
        ],
        SourceKind::Generic => &[
            "Zapier: add the action “Webhooks by Zapier → POST”, paste the address into “URL” and choose json as “Payload Type”.",
            "Make: add the module “HTTP → Make a request”, method POST, a JSON body, and paste the address into “URL”.",
            "n8n: add the node “HTTP Request”, method POST, switch on “Send Body” as JSON and paste the address into “URL”.",
            "Send fields with names such as name, email, phone, company, message. Other names are fine: after the first arrival tell Atrio which they are, with “Choose the fields”.",
        ],
    }
}
