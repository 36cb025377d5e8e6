"""Who is who: names compared, evidence weighed, mentions clustered."""
